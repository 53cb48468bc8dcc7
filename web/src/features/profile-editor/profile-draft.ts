import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cleanLine, codePoints, cutText } from '../../../../contract/src/rules/text.ts';
import type { HandleState } from './handle-state.ts';

export type ProfileDraft = Pick<Profile, 'displayName' | 'handle' | 'bio'>;

/** What was typed and not saved yet; a field that was not touched is absent and follows the profile. */
export type Typed = Partial<ProfileDraft>;

/** What the form shows: the profile with what was typed over it. */
export function draftOf({ displayName, handle, bio }: Profile, typed: Typed): ProfileDraft {
  return { displayName, handle, bio, ...typed };
}

/** What is typed, cut and normalised as the fields take it. */
export function takeTyped(change: Typed): Typed {
  const taken: Typed = {};
  if (change.displayName !== undefined) taken.displayName = cutText(change.displayName, limits.displayName);
  if (change.handle !== undefined) taken.handle = takeHandle(change.handle);
  if (change.bio !== undefined) taken.bio = cutText(change.bio, limits.bio);
  return taken;
}

/** A handle as the field shows it while it is typed (A08). */
export function takeHandle(typed: string): string {
  return normaliseHandle(typed).slice(0, limits.handleMax);
}

/** Whether leaving the form would lose something. */
export function hasChanges(profile: Profile, typed: Typed): boolean {
  const draft = draftOf(profile, typed);
  return (
    draft.displayName !== profile.displayName || draft.handle !== profile.handle || draft.bio !== profile.bio
  );
}

/** What is still unsaved once `sent` was saved: only what was typed meanwhile. */
export function typedSince(sent: ProfileDraft, typed: Typed): Typed {
  const fields = Object.entries(typed) as [keyof ProfileDraft, string][];
  return Object.fromEntries(fields.filter(([field, text]) => text !== sent[field]));
}

export function nameError(displayName: string): string | undefined {
  return cleanLine(displayName) === '' ? 'El nombre es obligatorio.' : undefined;
}

/** `maxlength` counts UTF-16 units, our limits code points: an emoji is two and one. */
export function maxLengthOf(text: string, limit: number): number {
  return limit + text.length - codePoints(text);
}

export function canSave(draft: ProfileDraft, handle: HandleState): boolean {
  return !nameError(draft.displayName) && handle !== 'invalid' && handle !== 'taken' && handle !== 'checking';
}
