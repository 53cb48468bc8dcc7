import { expect, it } from 'vitest';

import { SharedWork } from './shared-work.ts';

const forever = new AbortController().signal;

it('concurrent callers share one run, and a later caller starts another', async () => {
  const shared = new SharedWork<number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  const work = async () => {
    await promise;
    return ++times;
  };
  const all = [1, 2, 3].map(() => shared.run('a', forever, work));
  const other = shared.run('b', forever, async () => 100);
  resolve();
  expect([await Promise.all(all), await other]).toEqual([[1, 1, 1], 100]);
  expect(await shared.run('a', forever, work)).toBe(2);
});

it('a run continues while one caller is left, and is aborted when the last leaves', async () => {
  const shared = new SharedWork<string>();
  const [one, two] = [new AbortController(), new AbortController()];
  let abandoned: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    abandoned = signal;
    return new Promise<string>(() => {});
  };
  const runs = [one, two].map(({ signal }) => shared.run('a', signal, work));
  one.abort(new Error('one left'));
  await expect(runs[0]).rejects.toThrow('one left');
  expect(abandoned?.aborted).toBe(false);
  two.abort(new Error('two left'));
  await expect(runs[1]).rejects.toThrow('two left');
  expect(abandoned?.aborted).toBe(true);
  expect(await shared.run('a', forever, async () => 'anew')).toBe('anew');
});

it('a failed run rejects all callers and leaves nothing behind', async () => {
  const shared = new SharedWork<string>();
  const runs = [1, 2].map(() => shared.run('a', forever, () => Promise.reject(new Error('broken'))));
  for (const each of runs) await expect(each).rejects.toThrow('broken');
  expect(await shared.run('a', forever, async () => 'mended')).toBe('mended');
});
