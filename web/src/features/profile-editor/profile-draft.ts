import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { HandleState } from './handle-state.ts';
import type { LocalPicture } from './picture.ts';

export type ProfileDraft = Pick<Profile, 'displayName' | 'handle' | 'bio'> & {
  avatar: string | LocalPicture | null;
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
export type ProfileInput = Partial<ProfileDraft>;

export function draftOf(profile: SavedProfile, input: ProfileInput): ProfileDraft {
  const { displayName, handle, bio, avatar, findableByEmail, askForAlt, club, showClub } = profile;
  return { displayName, handle, bio, avatar, findableByEmail, askForAlt, club, showClub, ...input };
}

export function normaliseInput({ displayName, handle, bio, ...rest }: ProfileInput): ProfileInput {
  const result: ProfileInput = rest;
  if (displayName !== undefined) result.displayName = cutText(displayName, limits.displayName);
  if (handle !== undefined) result.handle = takeHandle(handle);
  if (bio !== undefined) result.bio = cutText(bio, limits.bio);
  return result;
}

export function takeHandle(text: string): string {
  return normaliseHandle(text).slice(0, limits.handleMax);
}

export function hasChanges(profile: SavedProfile, input: ProfileInput): boolean {
  return fieldsOf(input).some((field) => input[field] !== profile[field]);
}

/** The input made while `draft` was being saved. */
export function inputSince(draft: ProfileDraft, input: ProfileInput): ProfileInput {
  const since = fieldsOf(input).filter((field) => input[field] !== draft[field]);
  return Object.fromEntries(since.map((field) => [field, input[field]]));
}

export function nameError(displayName: string): string | undefined {
  return cleanLine(displayName) === '' ? 'El nombre es obligatorio.' : undefined;
}

export function canSave(draft: ProfileDraft, handle: HandleState): boolean {
  return !nameError(draft.displayName) && handle !== 'invalid' && handle !== 'taken' && handle !== 'checking';
}

function fieldsOf(input: ProfileInput): (keyof ProfileDraft)[] {
  return Object.keys(input) as (keyof ProfileDraft)[];
}
