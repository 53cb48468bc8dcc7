import { expect, it } from 'vitest';

import { GroupCommit } from './group-commit.ts';

type Written = { key: string; items: readonly number[] };

/** A group commit of odd and even numbers, three at once, whose every write waits to be let through. */
function start(fail: (items: readonly number[]) => Error | null = () => null) {
  const written: Written[] = [];
  const gates: (() => void)[] = [];
  const groups = new GroupCommit<number, string>({
    fits: (items, item) => items.length < 3 && items[0]! % 2 === item % 2,
    write: async (key, items) => {
      written.push({ key, items: [...items] });
      await new Promise<void>((resolve) => gates.push(resolve));
      const error = fail(items);
      if (error) throw error;
      return items.map((item) => `${key}${item}`);
    },
  });
  const letThrough = async () => {
    gates.shift()!();
    await new Promise(setImmediate);
  };
  return { groups, written, letThrough };
}

it('writes the first item at once, and those that come meanwhile together', async () => {
  const { groups, written, letThrough } = start();
  const done = Promise.all([1, 3, 5].map((item) => groups.add('a', item)));
  expect(written).toEqual([{ key: 'a', items: [1] }]);
  await letThrough();
  expect(written[1]).toEqual({ key: 'a', items: [3, 5] });
  await letThrough();
  await done;
});

it('keeps the order of a key: only the newest group is joined', async () => {
  const { groups, written, letThrough } = start();
  const done = Promise.all([1, 3, 2, 5, 7, 9, 11].map((item) => groups.add('a', item)));
  for (let i = 0; i < 5; i++) await letThrough();
  await done;
  expect(written.map(({ items }) => items)).toEqual([[1], [3], [2], [5, 7, 9], [11]]);
});

it('writes different keys side by side', async () => {
  const { groups, written, letThrough } = start();
  const done = Promise.all([groups.add('a', 1), groups.add('b', 2)]);
  expect(written.map(({ key }) => key)).toEqual(['a', 'b']);
  await letThrough();
  await letThrough();
  await done;
});

it('gives each item its own result', async () => {
  const { groups, letThrough } = start();
  const done = Promise.all([1, 3, 5].map((item) => groups.add('a', item)));
  await letThrough();
  await letThrough();
  expect(await done).toEqual(['a1', 'a3', 'a5']);
});

it('fails for the group that was refused, and goes on with the next', async () => {
  const { groups, letThrough } = start((items) => (items.includes(3) ? new Error('refused') : null));
  const settled = Promise.allSettled([1, 3, 5, 2].map((item) => groups.add('a', item)));
  for (let i = 0; i < 3; i++) await letThrough();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});

it('fails for everybody who waits when the database is gone', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const { groups, written, letThrough } = start(() => gone);
  const settled = Promise.allSettled([1, 3, 2].map((item) => groups.add('a', item)));
  await letThrough();
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  expect(written).toHaveLength(1);
});
