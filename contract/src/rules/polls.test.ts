import { describe, expect, it } from 'vitest';

import { isPollOpen, pollLine, pollOptions, votePercent } from './polls.ts';

describe('pollOptions', () => {
  it('pollOptions drops empty options and keeps four', () => {
    expect(pollOptions(['River', ' ', '', 'Boca  Juniors'])).toEqual(['River', 'Boca Juniors']);
    expect(pollOptions(['a', 'b', '', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a poll', () => {
  const closesAt = '2026-06-01T12:00:00.000Z';
  it('a poll is open until its end, and for ever without one', () => {
    expect(isPollOpen({ closesAt }, new Date('2026-06-01T11:59:59.999Z'))).toBe(true);
    expect(isPollOpen({ closesAt }, new Date(closesAt))).toBe(false);
    expect(isPollOpen({ closesAt: null }, new Date(closesAt))).toBe(true);
  });

  it('a poll shows its number of votes, also in the singular', () => {
    const before = new Date('2026-05-31T12:00:00.000Z');
    expect(pollLine({ totalVotes: 0, closesAt }, before)).toBe('0 votos · abierta');
    expect(pollLine({ totalVotes: 1, closesAt }, before)).toBe('1 voto · abierta');
    expect(pollLine({ totalVotes: 12, closesAt }, new Date(closesAt))).toBe('12 votos · cerrada');
  });
});

describe('votePercent', () => {
  it('a vote share is rounded, and 0 without votes', () => {
    expect(votePercent(0, 0)).toBe(0);
    expect(votePercent(1, 3)).toBe(33);
    expect(votePercent(2, 3)).toBe(67);
    expect(votePercent(1, 8)).toBe(13);
  });
});
