import { randomInt } from 'node:crypto';

import { v7, validate } from 'uuid';

let millisecond = 0;
let sequence = 0;

/**
 * A new id: UUID version 7 of this time. Ids sort by the time they were made, and those of one millisecond of one
 * process by their order.
 */
export function newId(at: Date): string {
  const msecs = at.getTime();
  // Half of the 32 bits are left to count up in: no process makes two thousand million ids in a millisecond.
  sequence = msecs === millisecond ? sequence + 1 : randomInt(2 ** 31);
  millisecond = msecs;
  return v7({ msecs, seq: sequence });
}

/** Whether a string is an id in the one form we write: lower-case and hyphenated. */
export function isId(text: string): boolean {
  return text === text.toLowerCase() && validate(text);
}

/** After every id: where a list that runs from the newest to the oldest begins. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Before every id: where a list that runs from the oldest to the newest begins. */
export const firstId = '00000000-0000-0000-0000-000000000000';
