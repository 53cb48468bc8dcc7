import { expect, test } from 'vitest';

import { latestIntent } from './latest-intent.ts';

function harness() {
  const sent: { value: boolean; resolve: (r: string) => void; reject: (e: Error) => void }[] = [];
  const events: string[] = [];
  const wish = latestIntent<boolean, string>({
    send: (_key, value) =>
      new Promise((resolve, reject) => {
        sent.push({ value, resolve, reject });
      }),
    onAnswer: (_key, answer, last) => events.push(`${answer}${last ? ' last' : ''}`),
    onFailure: (_key, error) => events.push(`failed ${(error as Error).message}`),
  });
  const settle = () => new Promise((done) => setTimeout(done));
  return { sent, events, wish, settle };
}

test('sends one request at a time and only the last wish after it', async () => {
  const { sent, events, wish, settle } = harness();
  wish('a', true);
  wish('a', false);
  wish('a', true);
  wish('a', false);
  expect(sent.map((s) => s.value)).toEqual([true]);
  sent[0]!.resolve('one');
  await settle();
  expect(sent.map((s) => s.value)).toEqual([true, false]);
  sent[1]!.resolve('two');
  await settle();
  expect(events).toEqual(['one', 'two last']);
});

test('sends nothing more when the last wish is what was sent', async () => {
  const { sent, events, wish, settle } = harness();
  wish('a', true);
  wish('a', false);
  wish('a', true);
  sent[0]!.resolve('one');
  await settle();
  expect(sent).toHaveLength(1);
  expect(events).toEqual(['one last']);
});

test('a failure of the last wish is told once', async () => {
  const { sent, events, wish, settle } = harness();
  wish('a', true);
  sent[0]!.reject(new Error('offline'));
  await settle();
  expect(events).toEqual(['failed offline']);
});

test('a failure that a newer wish has overtaken is not told: the newer one is sent', async () => {
  const { sent, events, wish, settle } = harness();
  wish('a', true);
  wish('a', false);
  sent[0]!.reject(new Error('offline'));
  await settle();
  sent[1]!.resolve('two');
  await settle();
  expect(events).toEqual(['two last']);
});

test('keys do not wait for one another, and a settled key starts afresh', async () => {
  const { sent, wish, settle } = harness();
  wish('a', true);
  wish('b', true);
  expect(sent).toHaveLength(2);
  sent[0]!.resolve('a');
  await settle();
  wish('a', false);
  expect(sent).toHaveLength(3);
});
