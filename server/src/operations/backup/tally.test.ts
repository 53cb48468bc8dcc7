import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isSame, Tally } from './tally.ts';

function tallyOf(lines: readonly string[], pieceBytes = 1_000): Tally {
  const tally = new Tally();
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let at = 0; at < bytes.length; at += pieceBytes) tally.add(bytes.subarray(at, at + pieceBytes));
  return tally;
}

const someLines = fc.array(fc.string().map((line) => line.replaceAll('\n', '')));

describe('a tally', () => {
  it('does not depend on the order and chunking of lines', () => {
    fc.assert(
      fc.property(someLines, fc.integer({ min: 1, max: 50 }), (lines, pieceBytes) => {
        expect(tallyOf(lines.toReversed(), pieceBytes).count).toEqual(tallyOf(lines).count);
      }),
    );
  });

  it('detects a missing, duplicate or changed line', () => {
    const { count } = tallyOf(['uno', 'dos', 'tres']);
    expect(count.lines).toBe(3);
    for (const other of [
      ['uno', 'dos'],
      ['uno', 'dos', 'tres', 'tres'],
      ['uno', 'dos', 'Tres'],
      ['uno', 'uno', 'uno'],
    ]) {
      expect(isSame(tallyOf(other).count, count)).toBe(false);
    }
    expect(isSame(tallyOf(['dos', 'tres', 'uno']).count, count)).toBe(true);
  });

  it('returns whole lines only', () => {
    const tally = new Tally();
    expect(tally.add(Buffer.from('uno\ndo')).toString()).toBe('uno\n');
    expect(tally.add(Buffer.from('s')).toString()).toBe('');
    expect(tally.add(Buffer.from('\n')).toString()).toBe('dos\n');
  });
});
