import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { closedStorage, memoryStorage } from '../../../state/memory-storage.ts';
import { dropQuote, editQuote, loadQuote, saveQuote } from './quote-draft.ts';

beforeEach(() => void vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('a quote is stored for its own post and user only', () => {
  const draft = editQuote(loadQuote('lucia', 'a'), 'Tal cual');
  saveQuote('lucia', 'a', draft);
  expect(loadQuote('lucia', 'a')).toEqual(draft);
  expect(loadQuote('lucia', 'b').text).toBe('');
  expect(loadQuote('omar', 'a').text).toBe('');
});

test('an emptied text leaves nothing behind', () => {
  saveQuote('lucia', 'a', editQuote(loadQuote('lucia', 'a'), 'Tal cual'));
  saveQuote('lucia', 'a', editQuote(loadQuote('lucia', 'a'), ''));
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('dropping a published quote leaves one that was begun after it', () => {
  const published = editQuote(loadQuote('lucia', 'a'), 'Tal cual');
  saveQuote('lucia', 'a', published);
  saveQuote('lucia', 'a', editQuote(published, 'Otra cosa'));
  dropQuote('lucia', 'a', published);
  expect(loadQuote('lucia', 'a').text).toBe('Otra cosa');
  saveQuote('lucia', 'a', published);
  dropQuote('lucia', 'a', published);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('the key changes with the text and with nothing else', () => {
  const draft = editQuote(loadQuote('lucia', 'a'), 'Tal cual');
  expect(editQuote(draft, 'Tal cual').attemptKey).toBe(draft.attemptKey);
  expect(editQuote(draft, 'Tal cual.').attemptKey).not.toBe(draft.attemptKey);
});

test('a stored quote that makes no sense is an empty one', () => {
  sessionStorage.setItem('tablon.quote.lucia.a', '{"text":1}');
  expect(loadQuote('lucia', 'a').text).toBe('');
});

test('without storage the text is empty, and saving does not fail', () => {
  vi.stubGlobal('sessionStorage', closedStorage());
  expect(loadQuote('lucia', 'a').text).toBe('');
  expect(() => saveQuote('lucia', 'a', { text: 'x', attemptKey: 'k' })).not.toThrow();
});
