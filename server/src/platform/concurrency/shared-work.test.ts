import { expect, it } from 'vitest';

import { SharedWork } from './shared-work.ts';

const forever = new AbortController().signal;

it('concurrent callers share one run, and a later caller starts another', async () => {
  const sharedWork = new SharedWork<number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  const work = async () => {
    await promise;
    return ++times;
  };
  const all = [1, 2, 3].map(() => sharedWork.run('a', forever, work));
  const other = sharedWork.run('b', forever, async () => 100);
  resolve();
  expect([await Promise.all(all), await other]).toEqual([[1, 1, 1], 100]);
  expect(await sharedWork.run('a', forever, work)).toBe(2);
});

it('a run continues while one caller is left, and is aborted when the last leaves', async () => {
  const sharedWork = new SharedWork<string>();
  const [first, second] = [new AbortController(), new AbortController()];
  let workSignal: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    workSignal = signal;
    return new Promise<string>(() => {});
  };
  const runs = [first, second].map(({ signal }) => sharedWork.run('a', signal, work));
  first.abort(new Error('first left'));
  await expect(runs[0]).rejects.toThrow('first left');
  expect(workSignal?.aborted).toBe(false);
  second.abort(new Error('second left'));
  await expect(runs[1]).rejects.toThrow('second left');
  expect(workSignal?.aborted).toBe(true);
  expect(await sharedWork.run('a', forever, async () => 'again')).toBe('again');
});

it('a failed run rejects all callers and leaves nothing behind', async () => {
  const sharedWork = new SharedWork<string>();
  const runs = [1, 2].map(() => sharedWork.run('a', forever, () => Promise.reject(new Error('broken'))));
  for (const run of runs) await expect(run).rejects.toThrow('broken');
  expect(await sharedWork.run('a', forever, async () => 'mended')).toBe('mended');
});
