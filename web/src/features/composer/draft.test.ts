import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { closedStorage, memoryStorage } from '../../state/memory-storage.ts';
import { type Draft, editDraft, giveBack, isEmptyDraft, loadDraft, newDraft, saveDraft } from './draft.ts';

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('a draft survives, for its own user only', () => {
  const draft = editDraft(newDraft(), { text: 'Gol', link: 'ole.com.ar' });
  saveDraft('lucia', draft);
  expect(loadDraft('lucia')).toEqual(draft);
  expect(isEmptyDraft(loadDraft('facundo'))).toBe(true);
});

test('a poll, a file and a warning make a draft as well', () => {
  const poll = { options: ['Sí', ''], minutes: 4320 } as const;
  const warning = { kind: 'otra', label: '' } as const;
  for (const change of [{ poll }, { files: [{ id: 'foto', alt: 'El arco' }] }, { warning }]) {
    const draft = editDraft(newDraft(), change);
    expect(isEmptyDraft(draft)).toBe(false);
    saveDraft('lucia', draft);
    expect(loadDraft('lucia')).toEqual(draft);
  }
});

test('an emptied draft leaves nothing behind', () => {
  saveDraft('lucia', editDraft(newDraft(), { text: 'Gol' }));
  saveDraft('lucia', newDraft());
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a sent draft leaves with its own key, and never with the text of another tab', () => {
  const sent = editDraft(newDraft(), { text: 'De esta' });
  saveDraft('lucia', sent);
  saveDraft('lucia', { ...sent, sent: { text: 'De esta' } }, false);
  expect(loadDraft('lucia').sent).toEqual({ text: 'De esta' });

  const others = editDraft(newDraft(), { text: 'De la otra' });
  localStorage.setItem('tablon.draft.lucia', JSON.stringify(others));
  const ofOther = () =>
    (JSON.parse(localStorage.getItem('tablon.draft.lucia') ?? 'null') as Draft | null)?.text;
  saveDraft('lucia', { ...sent, sent: { text: 'De esta' } }, false);
  expect(ofOther()).toBe('De la otra');
  saveDraft('lucia', newDraft(), false);
  saveDraft('lucia', newDraft());
  expect(ofOther()).toBe('De la otra');
  saveDraft('lucia', editDraft(newDraft(), { text: 'Sigo acá' }));
  expect(loadDraft('lucia').text).toBe('Sigo acá');
});

test('a stored draft that makes no sense is a new draft', () => {
  const stored = (text: string) => {
    localStorage.setItem('tablon.draft.lucia', text);
    return loadDraft('lucia');
  };
  expect(isEmptyDraft(stored('{'))).toBe(true);
  expect(isEmptyDraft(stored('{"text":1}'))).toBe(true);
  const oddParts =
    '{"text":"Gol","link":"","attemptKey":"k","poll":{"options":["a"],"minutes":5},"files":[{"id":7}]}';
  expect(stored(oddParts)).toMatchObject({ text: 'Gol', poll: null, files: [] });
});

test('the file of a draft of an earlier version stays', () => {
  localStorage.setItem('tablon.draft.lucia', '{"text":"","link":"","attemptKey":"k","fileId":"foto"}');
  expect(loadDraft('lucia').files).toEqual([{ id: 'foto', alt: '' }]);
});

test('without storage there is a new draft, and saving does not fail', () => {
  vi.stubGlobal('localStorage', closedStorage());
  expect(isEmptyDraft(loadDraft('lucia'))).toBe(true);
  expect(() => saveDraft('lucia', editDraft(newDraft(), { text: 'x' }))).not.toThrow();
});

test('the key changes with the content and with nothing else', () => {
  const draft = editDraft(newDraft(), { text: 'Gol' });
  expect(editDraft(draft, { text: 'Gol' }).attemptKey).toBe(draft.attemptKey);
  expect(editDraft(draft, { text: 'Gol!' }).attemptKey).not.toBe(draft.attemptKey);
});

test('the sent input is sent again only while the content is the same', () => {
  const sent = { ...editDraft(newDraft(), { text: 'Gol' }), sent: { text: 'Gol' } };
  expect(editDraft(sent, { text: 'Gol' }).sent).toEqual({ text: 'Gol' });
  expect(editDraft(sent, { poll: { options: ['', ''], minutes: 1440 } }).sent).toBeNull();
  expect(editDraft(sent, { files: [{ id: 'foto', alt: 'El arco' }] }).sent).toBeNull();
});

test('a failed post comes back with its key when nothing was typed meanwhile', () => {
  const failed = editDraft(newDraft(), { text: 'Gol' });
  expect(giveBack(failed, newDraft())).toBe(failed);
});

test('a failed post does not overwrite what was typed meanwhile', () => {
  const failed = editDraft(newDraft(), { text: 'Gol', link: 'ole.com.ar' });
  const typed = editDraft(newDraft(), { text: 'Otra cosa' });
  expect(giveBack(failed, typed)).toMatchObject({ text: 'Gol\n\nOtra cosa', link: 'ole.com.ar' });
});

test('the poll and the file of a failed post come back under text typed meanwhile', () => {
  const poll = { options: ['Sí', 'No'], minutes: 1440 } as const;
  const failed = { ...editDraft(newDraft(), { poll, files: [{ id: 'foto', alt: '' }] }), sent: { text: '' } };
  const back = giveBack(failed, editDraft(newDraft(), { text: 'Otra cosa' }));
  expect(back).toMatchObject({ text: 'Otra cosa', poll, files: [{ id: 'foto', alt: '' }], sent: null });
  expect(back.attemptKey).not.toBe(failed.attemptKey);
});
