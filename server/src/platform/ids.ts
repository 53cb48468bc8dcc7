import { validate, v7 } from 'uuid';

/** A new id: UUID version 7, so ids sort by the time they were made, also within one millisecond of one process. */
export function newId(at?: Date): string {
  return at ? v7({ msecs: at.getTime() }) : v7();
}

/** Whether a string is an id in the one form we write: lower-case and hyphenated. */
export function isId(text: string): boolean {
  return text === text.toLowerCase() && validate(text);
}

/** After every id: where a list that runs from the newest to the oldest begins. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Before every id: where a list that runs from the oldest to the newest begins. */
export const firstId = '00000000-0000-0000-0000-000000000000';
