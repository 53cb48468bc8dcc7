import { expect, test } from 'vitest';

import { dropChanges, optimistic } from './optimistic.ts';

function harness() {
  const requests: { value: boolean; resolve: (r: string) => void; reject: (e: Error) => void }[] = [];
  const events: string[] = [];
  const change = optimistic<boolean, string>({
    overlay: (_id, wish) => events.push(`overlay ${wish}`),
    send: (_id, value) =>
      new Promise((resolve, reject) => {
        requests.push({ value, resolve, reject });
      }),
    settle: (_id, answer) => events.push(`confirm ${answer}`),
    reread: async (_id, error) => void events.push(`reread after ${(error as Error).message}`),
    onFailure: (_id, error) => events.push(`failed ${(error as Error).message}`),
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  return { requests, events, change, pause };
}

test('a change shows at once, and its answer is confirmed before the overlay goes', async () => {
  const { requests, events, change } = harness();
  const result = change('a', true);
  expect(events).toEqual(['overlay true']);
  requests[0]!.resolve('one');
  expect(await result).toBe(true);
  expect(events).toEqual(['overlay true', 'confirm one', 'overlay null']);
});

test('quick taps are one request at a time, and only the last one follows', async () => {
  const { requests, events, change, pause } = harness();
  for (const wish of [true, false, true, false]) void change('a', wish);
  expect(requests.map(({ value }) => value)).toEqual([true]);
  requests[0]!.resolve('one');
  await pause();
  expect(requests.map(({ value }) => value)).toEqual([true, false]);
  requests[1]!.resolve('two');
  await pause();
  expect(events.slice(4)).toEqual(['confirm one', 'confirm two', 'overlay null']);
});

test('nothing more is sent when the last tap wants what was sent', async () => {
  const { requests, change } = harness();
  void change('a', true);
  void change('a', false);
  const result = change('a', true);
  requests[0]!.resolve('one');
  expect(await result).toBe(true);
  expect(requests).toHaveLength(1);
});

test('a failure re-reads, removes the overlay and is reported once', async () => {
  const { requests, events, change } = harness();
  const result = change('a', true);
  requests[0]!.reject(new Error('offline'));
  expect(await result).toBe(false);
  expect(events).toEqual(['overlay true', 'reread after offline', 'overlay null', 'failed offline']);
});

test('a failure that a newer tap has overtaken is not reported: the newer one is sent', async () => {
  const { requests, events, change, pause } = harness();
  void change('a', true);
  const result = change('a', false);
  requests[0]!.reject(new Error('offline'));
  await pause();
  requests[1]!.resolve('two');
  expect(await result).toBe(true);
  expect(events).toEqual(['overlay true', 'overlay false', 'confirm two', 'overlay null']);
});

test('ids do not wait for one another, and a settled id starts afresh', async () => {
  const { requests, change, pause } = harness();
  void change('a', true);
  void change('b', true);
  expect(requests).toHaveLength(2);
  requests[0]!.resolve('a');
  await pause();
  void change('a', false);
  expect(requests).toHaveLength(3);
});

test('changes of somebody who left show no answer, send no later tap and hold up nobody', async () => {
  const { requests, events, change } = harness();
  const former = change('a', true);
  void change('a', false);
  dropChanges();
  const next = change('a', true);
  requests[0]!.resolve('one');
  expect(await former).toBe(false);
  expect(requests.map(({ value }) => value)).toEqual([true, true]);
  requests[1]!.resolve('two');
  expect(await next).toBe(true);
  expect(events.slice(2)).toEqual(['overlay null', 'overlay true', 'confirm two', 'overlay null']);
});
