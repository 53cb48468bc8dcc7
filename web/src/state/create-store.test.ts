import { expect, test } from 'vitest';

import { createStore } from './create-store.ts';

test('a listener is called after each change until it unsubscribes', () => {
  const store = createStore(0);
  const values: number[] = [];
  const unsubscribe = store.subscribe(() => values.push(store.read()));
  store.write(1);
  store.write(2);
  unsubscribe();
  store.write(3);
  expect(values).toEqual([1, 2]);
  expect(store.read()).toBe(3);
});

test('writing the same value calls nobody', () => {
  const value = { count: 1 };
  const store = createStore(value);
  let calls = 0;
  store.subscribe(() => calls++);
  store.write(value);
  expect(calls).toBe(0);
});
