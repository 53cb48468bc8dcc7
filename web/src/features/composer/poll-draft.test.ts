import { expect, test } from 'vitest';

import { addOption, changeOption, newPoll, pendingPoll, pollInput, removeOption } from './poll-draft.ts';

test('a poll begins with two empty options and a day', () => {
  expect(newPoll()).toEqual({ options: ['', ''], minutes: 1440 });
});

test('there are never more than four options nor fewer than two', () => {
  const four = addOption(addOption(newPoll()));
  expect(four.options).toHaveLength(4);
  expect(addOption(four)).toBe(four);
  const two = removeOption(removeOption(four, 3), 2);
  expect(two.options).toHaveLength(2);
  expect(removeOption(two, 0)).toBe(two);
});

test('removes exactly the option at the index', () => {
  const poll = { options: ['Boca', 'River', 'Racing'], minutes: 1440 } as const;
  expect(removeOption(poll, 1).options).toEqual(['Boca', 'Racing']);
  expect(changeOption(poll, 1, 'Vélez').options).toEqual(['Boca', 'Vélez', 'Racing']);
});

test('only the filled options are sent, and only when they make a poll', () => {
  const minutes = 4320;
  expect(pollInput({ options: [' Sí ', '', 'No', '  '], minutes })).toEqual({
    options: ['Sí', 'No'],
    durationMinutes: minutes,
  });
  expect(pollInput({ options: ['Sí', ' '], minutes })).toBeUndefined();
  expect(pollInput(null)).toBeUndefined();
});

test('the pending poll is the one that will come: no votes yet, closing in its time', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(pendingPoll({ options: ['Sí', '', 'No'], minutes: 1440 }, now)).toEqual({
    options: { a: { text: 'Sí', votes: 0 }, b: { text: 'No', votes: 0 } },
    order: ['a', 'b'],
    totalVotes: 0,
    closesAt: '2026-03-02T12:00:00.000Z',
  });
});
