import { expect, test } from 'vitest';

import { type EventMessage, readEvents } from './event-text.ts';

const text =
  'retry: 1200\nid: a-1\n\n:\n\nid: a-2\nevent: post-created\ndata: {"postId":"ñandú ⚽"}\n\nevent: bye\ndata: {}\n\n';

const messages = [
  { id: 'a-1', event: null, data: null, retry: 1200 },
  { id: 'a-2', event: 'post-created', data: '{"postId":"ñandú ⚽"}', retry: null },
  { id: null, event: 'bye', data: '{}', retry: null },
];

function read(pieces: readonly string[]): EventMessage[] {
  const messages: EventMessage[] = [];
  const take = readEvents((message) => messages.push(message));
  pieces.forEach(take);
  return messages;
}

test('reads messages and skips keep-alives', () => {
  expect(read([text])).toEqual(messages);
});

test('reads the same wherever the text is cut', () => {
  for (let at = 0; at <= text.length; at++) {
    expect(read([text.slice(0, at), text.slice(at)])).toEqual(messages);
  }
  expect(read(text.split(''))).toEqual(messages);
});

test('ignores a message that is cut off', () => {
  expect(read([text, 'id: a-3\nevent: post-created\ndata: {}\n'])).toEqual(messages);
});

test('joins several lines of data', () => {
  expect(read(['data: one\ndata: two\n\n'])).toEqual([
    { id: null, event: null, data: 'one\ntwo', retry: null },
  ]);
});
