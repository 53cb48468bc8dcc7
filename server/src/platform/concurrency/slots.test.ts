import { expect, it } from 'vitest';

import { Slots, SlotsFull } from './slots.ts';

const forever = new AbortController().signal;

/** Work that runs until the test ends it. */
function pendingWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStarted = false;
  const work = () => {
    isStarted = true;
    return promise;
  };
  return { work, end: resolve, hasStarted: () => isStarted };
}

const nextTurn = () => new Promise((done) => setImmediate(done));

it('slots limit work in all and per key, and let other keys overtake', async () => {
  const slots = new Slots({ running: 3, runningPerKey: 2, waiting: 9, waitingPerKey: 9 });
  const [a1, a2, a3, b1, b2] = [pendingWork(), pendingWork(), pendingWork(), pendingWork(), pendingWork()];
  const all = [
    slots.run('a', forever, a1.work),
    slots.run('a', forever, a2.work),
    slots.run('a', forever, a3.work),
    slots.run('b', forever, b1.work),
    slots.run('b', forever, b2.work),
  ];
  await nextTurn();
  expect([a1, a2, a3, b1, b2].map((work) => work.hasStarted())).toEqual([true, true, false, true, false]);
  b1.end();
  await nextTurn();
  expect([a3.hasStarted(), b2.hasStarted()]).toEqual([false, true]);
  a1.end();
  await nextTurn();
  expect(a3.hasStarted()).toBe(true);
  for (const work of [a2, a3, b2]) work.end();
  await Promise.all(all);
});

it('work beyond the queue is refused, in all and per key', async () => {
  const slots = new Slots({ running: 1, runningPerKey: 1, waiting: 3, waitingPerKey: 2 });
  const first = pendingWork();
  const firstRun = slots.run('a', forever, first.work);
  const waiting = ['a', 'a', 'b'].map((key) => slots.run(key, forever, async () => key));
  await expect(slots.run('a', forever, async () => 'no')).rejects.toBeInstanceOf(SlotsFull);
  await expect(slots.run('c', forever, async () => 'no')).rejects.toBeInstanceOf(SlotsFull);
  first.end();
  await firstRun;
  expect(await Promise.all(waiting)).toEqual(['a', 'a', 'b']);
});

it('aborted waiting and failed work free their places', async () => {
  const slots = new Slots({ running: 1, runningPerKey: 1, waiting: 1, waitingPerKey: 1 });
  const failingRun = slots.run('a', forever, () => Promise.reject(new Error('broken')));
  await expect(failingRun).rejects.toThrow('broken');
  const first = pendingWork();
  const firstRun = slots.run('a', forever, first.work);
  const impatient = new AbortController();
  const abortedRun = slots.run('b', impatient.signal, async () => 'never');
  impatient.abort(new Error('left'));
  await expect(abortedRun).rejects.toThrow('left');
  const next = slots.run('c', forever, async () => 'next');
  first.end();
  await firstRun;
  expect(await next).toBe('next');
  await expect(slots.run('d', AbortSignal.abort(new Error('late')), async () => 'x')).rejects.toThrow('late');
});
