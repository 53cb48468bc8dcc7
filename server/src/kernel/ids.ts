import { randomInt } from 'node:crypto';

import { v7, validate } from 'uuid';

let millisecond = 0;
let sequence = 0;

/**
 * A new UUID version 7. Ids sort by the time they were made; ids that one process makes in the same millisecond sort
 * in that order too.
 */
export function newId(at: Date): string {
  const msecs = at.getTime();
  // Random in the lower half of the 32 bits, so there is room to count up: no process makes 2 ** 31 ids in a
  // millisecond.
  sequence = msecs === millisecond ? sequence + 1 : randomInt(2 ** 31);
  millisecond = msecs;
  return v7({ msecs, seq: sequence });
}

/** Whether a string is an id in the only form we write: lower-case and hyphenated. */
export function isId(text: string): boolean {
  return text === text.toLowerCase() && validate(text);
}

/** Sorts after every id: the start of a list that runs from newest to oldest. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const firstId = '00000000-0000-0000-0000-000000000000';

/** When an id was made, in milliseconds. */
export function idTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Sorts before every id made at this time or later. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
