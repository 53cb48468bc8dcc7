import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { Bus } from '../../kernel/bus.ts';
import { createExclusionsCache, exclusionsOf } from '../../people/views/exclusions.ts';
import { ViewerStates } from './viewer-states.ts';

const failure = new Error('the database is away');
const db = { run: () => Promise.reject(failure) };
const [uid, postId] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeEach(() => process.on('unhandledRejection', note));
afterEach(() => process.off('unhandledRejection', note));

it.each([
  ['marks', () => new ViewerStates(db, new Bus()).marksAmong(uid, [postId])],
  ['exclusions', () => exclusionsOf({ db, exclusions: createExclusionsCache(db, new Bus()) }, uid, [])],
])('a failed read of %s fails the call and nothing else', async (_, read) => {
  await expect(read()).rejects.toBe(failure);
  await wait(0);
  expect(unhandled).toEqual([]);
});
