import { describe, expect, it } from 'vitest';

import { isPollOpen, pollLine, pollOptions, votePercent, mostVotes, pollTimeLeft } from './polls.ts';

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
    expect(pollLine({ totalVotes: 2002, closesAt }, before)).toBe('2.002 votos · abierta');
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

describe('the rest of a poll', () => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  const left = (ms: number) => pollTimeLeft({ closesAt: new Date(Number(now) + ms).toISOString() }, now);
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

  it.each([
    [7 * day - 1, 'quedan 6 d'],
    [48 * hour, 'quedan 2 d'],
    [48 * hour - 1, 'quedan 47 h'],
    [5 * hour + 59 * minute, 'quedan 5 h'],
    [hour, 'queda 1 h'],
    [hour - 1, 'quedan 59 min'],
    [minute, 'queda 1 min'],
    [minute - 1, 'queda menos de 1 min'],
    [0, null],
    [-1, null],
  ])('%d ms before the end, it reads %j', (ms, text) => {
    expect(left(ms)).toBe(text);
  });

  it('a poll without an end says nothing', () => {
    expect(pollTimeLeft({ closesAt: null }, now)).toBeNull();
  });

  it('the most votes are those of the leading option, and 0 before anybody voted', () => {
    const option = (votes: number) => ({ text: 'x', votes });
    expect(mostVotes({ options: { a: option(2), b: option(5) } })).toBe(5);
    expect(mostVotes({ options: { a: option(0), b: option(0) } })).toBe(0);
  });
});
