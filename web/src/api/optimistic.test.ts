import { expect, test } from 'vitest';

import { optimistic } from './optimistic.ts';

function harness() {
  const sent: { value: boolean; resolve: (r: string) => void; reject: (e: Error) => void }[] = [];
  const events: string[] = [];
  const change = optimistic<boolean, string>({
    overlay: (_id, liked) => events.push(`overlay ${liked}`),
    send: (_id, value) =>
      new Promise((resolve, reject) => {
        sent.push({ value, resolve, reject });
      }),
    settle: (_id, answer) => events.push(`confirm ${answer}`),
    reread: async (_id, error) => void events.push(`reread after ${(error as Error).message}`),
    onFailure: (_id, error) => events.push(`failed ${(error as Error).message}`),
  });
  const pause = () => new Promise((done) => setTimeout(done));
  return { sent, events, change, pause };
}

test('a change shows at once, and its answer is confirmed before the overlay goes', async () => {
  const { sent, events, change } = harness();
  const saved = change('a', true);
  expect(events).toEqual(['overlay true']);
  sent[0]!.resolve('one');
  expect(await saved).toBe(true);
  expect(events).toEqual(['overlay true', 'confirm one', 'overlay null']);
});

test('quick taps are one request at a time, and only the last one follows', async () => {
  const { sent, events, change, pause } = harness();
  for (const liked of [true, false, true, false]) void change('a', liked);
  expect(sent.map(({ value }) => value)).toEqual([true]);
  sent[0]!.resolve('one');
  await pause();
  expect(sent.map(({ value }) => value)).toEqual([true, false]);
  sent[1]!.resolve('two');
  await pause();
  expect(events.slice(4)).toEqual(['confirm one', 'confirm two', 'overlay null']);
});

test('nothing more is sent when the last tap wants what was sent', async () => {
  const { sent, change } = harness();
  void change('a', true);
  void change('a', false);
  const saved = change('a', true);
  sent[0]!.resolve('one');
  expect(await saved).toBe(true);
  expect(sent).toHaveLength(1);
});

test('a failure re-reads, removes the overlay and is reported once', async () => {
  const { sent, events, change } = harness();
  const saved = change('a', true);
  sent[0]!.reject(new Error('offline'));
  expect(await saved).toBe(false);
  expect(events).toEqual(['overlay true', 'reread after offline', 'overlay null', 'failed offline']);
});

test('a failure that a newer tap has overtaken is not reported: the newer one is sent', async () => {
  const { sent, events, change, pause } = harness();
  void change('a', true);
  const saved = change('a', false);
  sent[0]!.reject(new Error('offline'));
  await pause();
  sent[1]!.resolve('two');
  expect(await saved).toBe(true);
  expect(events).toEqual(['overlay true', 'overlay false', 'confirm two', 'overlay null']);
});

test('ids do not wait for one another, and a settled id starts afresh', async () => {
  const { sent, change, pause } = harness();
  void change('a', true);
  void change('b', true);
  expect(sent).toHaveLength(2);
  sent[0]!.resolve('a');
  await pause();
  void change('a', false);
  expect(sent).toHaveLength(3);
});
