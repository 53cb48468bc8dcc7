import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { closedStorage, memoryStorage } from '../../../state/memory-storage.ts';
import { dropEdit, loadEdit, storeEdit } from './edit-draft.ts';

const post = { ownerUid: 'lucia', id: 'a' };

beforeEach(() => void vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('an edit is stored for its own post and user only, until it is dropped', () => {
  const input = { text: 'Sin error', alts: { 1: 'El arco' } };
  storeEdit(post, input);
  expect(loadEdit(post)).toEqual(input);
  expect(loadEdit({ ...post, id: 'b' })).toEqual({});
  expect(loadEdit({ ...post, ownerUid: 'omar' })).toEqual({});
  dropEdit(post);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test.each([
  ['{', {}],
  ['7', {}],
  ['{"text":1,"link":"ole.com.ar","alts":{"0":2}}', { link: 'ole.com.ar' }],
])('of a stored edit %s the parts that make sense are read', (stored, input) => {
  sessionStorage.setItem('tablon.edit.lucia.a', stored);
  expect(loadEdit(post)).toEqual(input);
});

test('without storage there is no edit, and storing one does not fail', () => {
  vi.stubGlobal('sessionStorage', closedStorage());
  expect(() => storeEdit(post, { text: 'x' })).not.toThrow();
  expect(loadEdit(post)).toEqual({});
});
