import { expect, it } from 'vitest';

import { Slots, SlotsFull } from './slots.ts';

const forever = new AbortController().signal;

/** Work that runs until the test ends it. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  const work = () => {
    started = true;
    return promise;
  };
  return { work, end: resolve, hasStarted: () => started };
}

const settled = () => new Promise((done) => setImmediate(done));

it('slots limit work in all and per key, and let other keys overtake', async () => {
  const slots = new Slots({ running: 3, runningPerKey: 2, waiting: 9, waitingPerKey: 9 });
  const [a1, a2, a3, b1, b2] = [heldWork(), heldWork(), heldWork(), heldWork(), heldWork()];
  const all = [
    slots.run('a', forever, a1.work),
    slots.run('a', forever, a2.work),
    slots.run('a', forever, a3.work),
    slots.run('b', forever, b1.work),
    slots.run('b', forever, b2.work),
  ];
  await settled();
  expect([a1, a2, a3, b1, b2].map((each) => each.hasStarted())).toEqual([true, true, false, true, false]);
  b1.end();
  await settled();
  expect([a3.hasStarted(), b2.hasStarted()]).toEqual([false, true]);
  a1.end();
  await settled();
  expect(a3.hasStarted()).toBe(true);
  for (const each of [a2, a3, b2]) each.end();
  await Promise.all(all);
});

it('work beyond the queue is refused, in all and per key', async () => {
  const slots = new Slots({ running: 1, runningPerKey: 1, waiting: 3, waitingPerKey: 2 });
  const first = heldWork();
  const running = slots.run('a', forever, first.work);
  const waiting = ['a', 'a', 'b'].map((key) => slots.run(key, forever, async () => key));
  await expect(slots.run('a', forever, async () => 'no')).rejects.toBeInstanceOf(SlotsFull);
  await expect(slots.run('c', forever, async () => 'no')).rejects.toBeInstanceOf(SlotsFull);
  first.end();
  await running;
  expect(await Promise.all(waiting)).toEqual(['a', 'a', 'b']);
});

it('aborted waiting and failed work free their places', async () => {
  const slots = new Slots({ running: 1, runningPerKey: 1, waiting: 1, waitingPerKey: 1 });
  const failing = slots.run('a', forever, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  const first = heldWork();
  const running = slots.run('a', forever, first.work);
  const impatient = new AbortController();
  const aborted = slots.run('b', impatient.signal, async () => 'never');
  impatient.abort(new Error('left'));
  await expect(aborted).rejects.toThrow('left');
  const next = slots.run('c', forever, async () => 'next');
  first.end();
  await running;
  expect(await next).toBe('next');
  await expect(slots.run('d', AbortSignal.abort(new Error('late')), async () => 'x')).rejects.toThrow('late');
});
