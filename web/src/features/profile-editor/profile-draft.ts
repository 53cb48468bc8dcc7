import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { HandleState } from './handle-state.ts';
import type { ChosenPicture } from './picture.ts';

export type ProfileDraft = Pick<Profile, 'displayName' | 'handle' | 'bio'> & {
  /** The address of the saved picture, one that was chosen, or none. */
  avatar: string | ChosenPicture | null;
  /** Null while it is not known. */
  findableByEmail: boolean | null;
};

/** What is saved of one's own profile. */
export type SavedProfile = Profile & Pick<ProfileDraft, 'findableByEmail'>;

/** What was typed or chosen and not saved yet; a field that was not touched is absent and follows the profile. */
export type Typed = Partial<ProfileDraft>;

/** What the form shows: the profile with what was typed over it. */
export function draftOf(saved: SavedProfile, typed: Typed): ProfileDraft {
  const { displayName, handle, bio, avatar, findableByEmail } = saved;
  return { displayName, handle, bio, avatar, findableByEmail, ...typed };
}

/** What is typed, cut and normalised as the fields take it. */
export function takeTyped({ displayName, handle, bio, ...chosen }: Typed): Typed {
  const taken: Typed = chosen;
  if (displayName !== undefined) taken.displayName = cutText(displayName, limits.displayName);
  if (handle !== undefined) taken.handle = takeHandle(handle);
  if (bio !== undefined) taken.bio = cutText(bio, limits.bio);
  return taken;
}

/** A handle as the field shows it while it is typed: illegal characters are removed at once. */
export function takeHandle(typed: string): string {
  return normaliseHandle(typed).slice(0, limits.handleMax);
}

/** Whether leaving the form would lose something. */
export function hasChanges(saved: SavedProfile, typed: Typed): boolean {
  return fieldsOf(typed).some((field) => typed[field] !== saved[field]);
}

/** What is still unsaved once `sent` was saved: only what was typed or chosen meanwhile. */
export function typedSince(sent: ProfileDraft, typed: Typed): Typed {
  const since = fieldsOf(typed).filter((field) => typed[field] !== sent[field]);
  return Object.fromEntries(since.map((field) => [field, typed[field]]));
}

export function nameError(displayName: string): string | undefined {
  return cleanLine(displayName) === '' ? 'El nombre es obligatorio.' : undefined;
}

export function canSave(draft: ProfileDraft, handle: HandleState): boolean {
  return !nameError(draft.displayName) && handle !== 'invalid' && handle !== 'taken' && handle !== 'checking';
}

function fieldsOf(typed: Typed): (keyof ProfileDraft)[] {
  return Object.keys(typed) as (keyof ProfileDraft)[];
}
