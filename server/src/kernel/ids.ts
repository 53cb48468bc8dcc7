import { randomFillSync, randomInt } from 'node:crypto';

import { v7, validate } from 'uuid';

let millisecond = 0;
let sequence = 0;

/**
 * A UUID version 7. Ids sort by time; within a millisecond, those of one process sort in the order they were
 * made.
 */
export function newId(at: Date): string {
  const msecs = at.getTime();
  // The upper bit is free to count up: no process makes 2 ** 31 ids in a millisecond.
  sequence = msecs === millisecond ? sequence + 1 : randomInt(2 ** 31);
  millisecond = msecs;
  return v7({ msecs, seq: sequence, random: randomBytes() });
}

const pool = new Uint8Array(8_192);
let usedBytes = pool.length;

// One call for 512 ids: the library makes one for 16.
function randomBytes(): Uint8Array {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  return pool.subarray(usedBytes, (usedBytes += 16));
}

export function isId(text: string): boolean {
  return text === text.toLowerCase() && validate(text);
}

export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Later than any row: before it, a list begins at its newest one. */
export const lastTime = new Date('9999-12-31T00:00:00Z');
export const firstId = '00000000-0000-0000-0000-000000000000';

/** In milliseconds since 1970. */
export function idTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
