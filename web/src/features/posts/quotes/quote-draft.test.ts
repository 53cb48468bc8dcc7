import { expect, test } from 'vitest';

import { editQuote, forgetQuote, keepQuote, loadQuote, type QuoteStore } from './quote-draft.ts';

function memory(): QuoteStore & { size: () => number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

test('what one began to write about a post is there again, for that post and that user only', () => {
  const store = memory();
  const draft = editQuote(loadQuote(store, 'lucia', 'a'), 'Tal cual');
  keepQuote(store, 'lucia', 'a', draft);
  expect(loadQuote(store, 'lucia', 'a')).toEqual(draft);
  expect(loadQuote(store, 'lucia', 'b').text).toBe('');
  expect(loadQuote(store, 'omar', 'a').text).toBe('');
});

test('an emptied text leaves nothing behind', () => {
  const store = memory();
  keepQuote(store, 'lucia', 'a', editQuote(loadQuote(store, 'lucia', 'a'), 'Tal cual'));
  keepQuote(store, 'lucia', 'a', editQuote(loadQuote(store, 'lucia', 'a'), ''));
  expect(store.size()).toBe(0);
});

test('what was published goes, what was begun after it stays', () => {
  const store = memory();
  const published = editQuote(loadQuote(store, 'lucia', 'a'), 'Tal cual');
  keepQuote(store, 'lucia', 'a', published);
  keepQuote(store, 'lucia', 'a', editQuote(published, 'Otra cosa'));
  forgetQuote(store, 'lucia', 'a', published);
  expect(loadQuote(store, 'lucia', 'a').text).toBe('Otra cosa');
  keepQuote(store, 'lucia', 'a', published);
  forgetQuote(store, 'lucia', 'a', published);
  expect(store.size()).toBe(0);
});

test('the key changes with the text and with nothing else', () => {
  const draft = editQuote(loadQuote(memory(), 'lucia', 'a'), 'Tal cual');
  expect(editQuote(draft, 'Tal cual').attemptKey).toBe(draft.attemptKey);
  expect(editQuote(draft, 'Tal cual.').attemptKey).not.toBe(draft.attemptKey);
});

test('nonsense in the storage, or none at all, gives an empty text', () => {
  const closed = (): never => {
    throw new Error('SecurityError');
  };
  const store = { getItem: closed, setItem: closed, removeItem: closed };
  expect(loadQuote(store, 'lucia', 'a').text).toBe('');
  expect(() => keepQuote(store, 'lucia', 'a', { text: 'x', attemptKey: 'k' })).not.toThrow();
  expect(loadQuote({ ...memory(), getItem: () => '{"text":1}' }, 'lucia', 'a').text).toBe('');
});
