import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { HandleState } from './handle-state.ts';
import type { ChosenPicture } from './picture.ts';

export type ProfileDraft = Pick<Profile, 'displayName' | 'handle' | 'bio'> & {
  avatar: string | ChosenPicture | null;
  findableByEmail: boolean | null;
  /** Null while loading. */
  askForAlt: boolean | null;
  /** Undefined while loading. */
  club: string | null | undefined;
  showClub: boolean | undefined;
};

export type SavedProfile = Omit<Profile, 'club'> &
  Pick<ProfileDraft, 'findableByEmail' | 'askForAlt' | 'club' | 'showClub'>;

/** The unsaved input; an untouched field is absent and follows the profile. */
export type Typed = Partial<ProfileDraft>;

export function draftOf(saved: SavedProfile, typed: Typed): ProfileDraft {
  const { displayName, handle, bio, avatar, findableByEmail, askForAlt, club, showClub } = saved;
  return { displayName, handle, bio, avatar, findableByEmail, askForAlt, club, showClub, ...typed };
}

export function takeTyped({ displayName, handle, bio, ...chosen }: Typed): Typed {
  const normalised: Typed = chosen;
  if (displayName !== undefined) normalised.displayName = cutText(displayName, limits.displayName);
  if (handle !== undefined) normalised.handle = takeHandle(handle);
  if (bio !== undefined) normalised.bio = cutText(bio, limits.bio);
  return normalised;
}

export function takeHandle(typed: string): string {
  return normaliseHandle(typed).slice(0, limits.handleMax);
}

export function hasChanges(saved: SavedProfile, typed: Typed): boolean {
  return fieldsOf(typed).some((field) => typed[field] !== saved[field]);
}

/** The input made while `draft` was being saved. */
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
