import { expect, test } from 'vitest';

import { sampleProfile } from '../../api/sample-profile.ts';
import {
  canSave,
  draftOf,
  hasChanges,
  nameError,
  type SavedProfile,
  takeHandle,
  normaliseInput,
  inputSince,
} from './profile-draft.ts';

const profile: SavedProfile = {
  ...sampleProfile('lucia', { bio: 'De la popular.' }),
  findableByEmail: true,
  askForAlt: false,
  club: 'rosario-central',
  showClub: true,
};

const picture = { file: new File(['x'], 'yo.png'), url: 'blob:yo' };

test('shows the profile with the unsaved input over it', () => {
  expect(draftOf(profile, { bio: '' })).toEqual({
    displayName: 'Lucía Gómez',
    handle: 'lu.canalla',
    bio: '',
    avatar: null,
    findableByEmail: true,
    askForAlt: false,
    club: 'rosario-central',
    showClub: true,
  });
});

test('normalises a handle while it is typed and cuts it to 20', () => {
  expect(takeHandle('@Juan Pérez!')).toBe('juanprez');
  expect(takeHandle('@abcdefghijklmnopqrstuvwxyz')).toBe('abcdefghijklmnopqrst');
});

test('cuts by code points, and takes only the fields that were typed', () => {
  expect(normaliseInput({ bio: '⚽'.repeat(201) })).toEqual({ bio: '⚽'.repeat(200) });
  expect(normaliseInput({ displayName: '🏟'.repeat(41) })).toEqual({ displayName: '🏟'.repeat(40) });
});

test('a field typed back to what it was is no change', () => {
  expect(hasChanges(profile, {})).toBe(false);
  expect(hasChanges(profile, { handle: 'lu.canalla' })).toBe(false);
  expect(hasChanges(profile, { handle: '' })).toBe(true);
});

test('a picture and the search by e-mail are changes until they are as they were', () => {
  expect(hasChanges(profile, { avatar: picture })).toBe(true);
  expect(hasChanges(profile, { avatar: null })).toBe(false);
  expect(hasChanges({ ...profile, avatar: '/media/yo.jpg' }, { avatar: null })).toBe(true);
  expect(hasChanges(profile, { findableByEmail: false })).toBe(true);
  expect(hasChanges(profile, { findableByEmail: true })).toBe(false);
});

test('input made while saving is still unsaved', () => {
  const savedDraft = draftOf(profile, { displayName: 'Lu', bio: 'Una', avatar: picture });
  expect(inputSince(savedDraft, { displayName: 'Lu', bio: 'Una más', avatar: picture })).toEqual({
    bio: 'Una más',
  });
  expect(inputSince(savedDraft, { avatar: null })).toEqual({ avatar: null });
});

test('a name of only spaces or control characters counts as empty', () => {
  expect(nameError(' \u0007 ')).toBe('El nombre es obligatorio.');
  expect(nameError('Lu')).toBeUndefined();
});

test('cannot be saved without a name, or with a handle that is wrong, taken or being checked', () => {
  const draft = draftOf(profile, {});
  expect(canSave({ ...draft, displayName: '' }, 'idle')).toBe(false);
  for (const state of ['invalid', 'taken', 'checking'] as const) expect(canSave(draft, state)).toBe(false);
  for (const state of ['idle', 'available', 'unknown'] as const) expect(canSave(draft, state)).toBe(true);
});
