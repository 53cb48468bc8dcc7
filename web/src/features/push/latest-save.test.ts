import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { LatestSave, type SavingState } from './latest-save.ts';

let values: string[];
let states: SavingState[];
let answers: ((failed?: Error) => void)[];
let saver: LatestSave<string>;

beforeEach(() => {
  vi.useFakeTimers();
  [values, states, answers] = [[], [], []];
  const save = (value: string) =>
    new Promise<void>((resolve, reject) => {
      values.push(value);
      answers.push((failed) => (failed ? reject(failed) : resolve()));
    });
  saver = new LatestSave(save, (state) => states.push(state));
});
afterEach(() => vi.useRealTimers());

it('debounces quick changes and saves the last one', async () => {
  saver.set('a');
  saver.set('b');
  await vi.advanceTimersByTimeAsync(499);
  expect(values).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(values).toEqual(['b']);
  answers[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(['idle', 'idle', 'saving', 'saved']);
});

it('saves one change at a time, and reports the last one only', async () => {
  saver.set('a');
  await vi.advanceTimersByTimeAsync(500);
  saver.set('b');
  await vi.advanceTimersByTimeAsync(500);
  expect(values).toEqual(['a']);
  answers[0]!(new Error('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(values).toEqual(['a', 'b']);
  answers[1]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(['idle', 'saving', 'idle', 'saving', 'saved']);
});

it('saves at once when it is flushed, and once', async () => {
  saver.set('a');
  void saver.flush();
  expect(values).toEqual(['a']);
  answers[0]!(new Error('offline'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(values).toEqual(['a']);
  expect(states.at(-1)).toBe('failed');
});
