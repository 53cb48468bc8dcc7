import { expect, it } from 'vitest';

import { Gate, Overloaded } from './gate.ts';

it('a gate runs two at once, queues two and refuses the fifth', async () => {
  const gate = new Gate(2, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await promise;
    running--;
  };
  const runs = [1, 2, 3, 4].map(() => gate.run(work));
  await expect(gate.run(work)).rejects.toThrow(Overloaded);
  resolve();
  await Promise.all(runs);
  expect([most, running]).toEqual([2, 0]);
  await expect(gate.run(async () => 'again')).resolves.toBe('again');
});

it('a gate frees the slot of failed work', async () => {
  const gate = new Gate(1, 1);
  const failingRun = gate.run(() => Promise.reject(new Error('broken')));
  const next = gate.run(async () => 'done');
  await expect(failingRun).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

it('work whose turn does not come in time is refused, and its place goes to the next', async () => {
  const gate = new Gate(1, Infinity, 20);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = gate.run(() => promise);
  await expect(gate.run(async () => 'late')).rejects.toThrow(Overloaded);
  const next = gate.run(async () => 'in time');
  resolve();
  await running;
  await expect(next).resolves.toBe('in time');
});
