import { expect, test } from 'vitest';

import {
  type DraftStore,
  editDraft,
  giveBack,
  isEmptyDraft,
  loadDraft,
  newDraft,
  saveDraft,
} from './draft.ts';

function memory(): DraftStore & { size: number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    get size() {
      return kept.size;
    },
  };
}

test('a draft survives, for its own user only', () => {
  const store = memory();
  const draft = editDraft(newDraft(), { text: 'Gol', link: 'ole.com.ar' });
  saveDraft(store, 'lucia', draft);
  expect(loadDraft(store, 'lucia')).toEqual(draft);
  expect(isEmptyDraft(loadDraft(store, 'facundo'))).toBe(true);
});

test('a poll and a file make a draft as well', () => {
  const store = memory();
  const poll = { options: ['Sí', ''], minutes: 4320 } as const;
  for (const change of [{ poll }, { fileId: 'foto' }]) {
    const draft = editDraft(newDraft(), change);
    expect(isEmptyDraft(draft)).toBe(false);
    saveDraft(store, 'lucia', draft);
    expect(loadDraft(store, 'lucia')).toEqual(draft);
  }
});

test('an emptied draft leaves nothing behind', () => {
  const store = memory();
  saveDraft(store, 'lucia', editDraft(newDraft(), { text: 'Gol' }));
  saveDraft(store, 'lucia', newDraft());
  expect(store.size).toBe(0);
});

test('nonsense in the storage, or none at all, gives a new draft', () => {
  const broken = (text: string): DraftStore => ({ ...memory(), getItem: () => text });
  expect(isEmptyDraft(loadDraft(broken('{'), 'lucia'))).toBe(true);
  expect(isEmptyDraft(loadDraft(broken('{"text":1}'), 'lucia'))).toBe(true);
  const oddParts =
    '{"text":"Gol","link":"","attemptKey":"k","poll":{"options":["a"],"minutes":5},"fileId":7}';
  expect(loadDraft(broken(oddParts), 'lucia')).toMatchObject({ text: 'Gol', poll: null, fileId: null });
  const closed = (): never => {
    throw new Error('SecurityError');
  };
  const store = { getItem: closed, setItem: closed, removeItem: closed };
  expect(isEmptyDraft(loadDraft(store, 'lucia'))).toBe(true);
  expect(() => saveDraft(store, 'lucia', editDraft(newDraft(), { text: 'x' }))).not.toThrow();
});

test('the key changes with the content and with nothing else', () => {
  const draft = editDraft(newDraft(), { text: 'Gol' });
  expect(editDraft(draft, { text: 'Gol' }).attemptKey).toBe(draft.attemptKey);
  expect(editDraft(draft, { text: 'Gol!' }).attemptKey).not.toBe(draft.attemptKey);
});

test('what was sent is only sent again while it is the same', () => {
  const sent = { ...editDraft(newDraft(), { text: 'Gol' }), sent: { text: 'Gol' } };
  expect(editDraft(sent, { text: 'Gol' }).sent).toEqual({ text: 'Gol' });
  expect(editDraft(sent, { poll: { options: ['', ''], minutes: 1440 } }).sent).toBeNull();
  expect(editDraft(sent, { fileId: 'foto' }).sent).toBeNull();
});

test('what failed comes back with its key when nothing was typed', () => {
  const failed = editDraft(newDraft(), { text: 'Gol' });
  expect(giveBack(failed, newDraft())).toBe(failed);
});

test('what failed does not overwrite what was typed meanwhile', () => {
  const failed = editDraft(newDraft(), { text: 'Gol', link: 'ole.com.ar' });
  const typed = editDraft(newDraft(), { text: 'Otra cosa' });
  expect(giveBack(failed, typed)).toMatchObject({ text: 'Gol\n\nOtra cosa', link: 'ole.com.ar' });
});

test('a poll and a file come back under what was typed meanwhile', () => {
  const poll = { options: ['Sí', 'No'], minutes: 1440 } as const;
  const failed = { ...editDraft(newDraft(), { poll, fileId: 'foto' }), sent: { text: '' } };
  const back = giveBack(failed, editDraft(newDraft(), { text: 'Otra cosa' }));
  expect(back).toMatchObject({ text: 'Otra cosa', poll, fileId: 'foto', sent: null });
  expect(back.attemptKey).not.toBe(failed.attemptKey);
});
