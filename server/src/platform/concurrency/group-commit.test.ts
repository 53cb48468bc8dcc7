import { setTimeout as pass } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { Overloaded } from './gate.ts';
import { GroupCommit, writeSettled } from './group-commit.ts';

const unavailable = Object.assign(new Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

type Write = { key: string; items: readonly number[] };

const nextTurn = () => new Promise(setImmediate);

/**
 * A group commit of odd or even numbers, up to three at once, in which every write waits for `letThrough`.
 */
function start(fail: (items: readonly number[]) => Error | null = () => null) {
  const writes: Write[] = [];
  const gates: (() => void)[] = [];
  const groups = new GroupCommit<number, string>({
    fits: (items, item) => items.length < 3 && items[0]! % 2 === item % 2,
    gatherMs: 0,
    write: async (key, items) => {
      writes.push({ key, items: [...items] });
      await new Promise<void>((resolve) => gates.push(resolve));
      const error = fail(items);
      if (error) throw error;
      return items.map((item) => `${key}${item}`);
    },
  });
  const letThrough = async () => {
    await nextTurn();
    gates.shift()!();
    await nextTurn();
  };
  return { groups, writes, letThrough };
}

it('items of one turn are written together, and so are those that arrive meanwhile', async () => {
  const { groups, writes, letThrough } = start();
  const first = Promise.all([1, 3].map((item) => groups.add('a', item)));
  await nextTurn();
  expect(writes).toEqual([{ key: 'a', items: [1, 3] }]);
  const second = Promise.all([5, 7].map((item) => groups.add('a', item)));
  await letThrough();
  expect(writes[1]).toEqual({ key: 'a', items: [5, 7] });
  await letThrough();
  await Promise.all([first, second]);
});

it('items of a key keep their order: they join only the newest group', async () => {
  const { groups, writes, letThrough } = start();
  const done = Promise.all([1, 3, 2, 5, 7, 9, 11].map((item) => groups.add('a', item)));
  for (let i = 0; i < 4; i++) await letThrough();
  await done;
  expect(writes.map(({ items }) => items)).toEqual([[1, 3], [2], [5, 7, 9], [11]]);
});

it('different keys are written concurrently', async () => {
  const { groups, writes, letThrough } = start();
  const done = Promise.all([groups.add('a', 1), groups.add('b', 2)]);
  await nextTurn();
  expect(writes.map(({ key }) => key)).toEqual(['a', 'b']);
  await letThrough();
  await letThrough();
  await done;
});

it('each item gets its own result', async () => {
  const { groups, letThrough } = start();
  const done = Promise.all([1, 3, 5, 7].map((item) => groups.add('a', item)));
  await letThrough();
  await letThrough();
  expect(await done).toEqual(['a1', 'a3', 'a5', 'a7']);
});

it('a failed write rejects its group, and the next group is written', async () => {
  const { groups, letThrough } = start((items) => (items.includes(3) ? new Error('refused') : null));
  const settled = Promise.allSettled([2, 1, 3, 4].map((item) => groups.add('a', item)));
  for (let i = 0; i < 3; i++) await letThrough();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});

it.each([
  ['unavailable', unavailable],
  ['overloaded', new Overloaded()],
])('when the database is %s, all waiting items are rejected', async (_, outage) => {
  const { groups, writes, letThrough } = start(() => outage);
  const settled = Promise.allSettled([1, 3, 2].map((item) => groups.add('a', item)));
  await letThrough();
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  expect(writes).toHaveLength(1);
});

/** Writes up to `max` items together; each write takes `tookMs`. */
function startGathering(gatherMs: number, max = 4, tookMs = 0) {
  const writes: { items: readonly number[]; at: number }[] = [];
  const groups = new GroupCommit<number, number>({
    fits: (items) => items.length < max,
    gatherMs,
    write: async (_, items) => {
      writes.push({ items, at: performance.now() });
      if (tookMs > 0) await pass(tookMs);
      return items;
    },
  });
  return { writes, add: (...items: number[]) => Promise.all(items.map((item) => groups.add('a', item))) };
}

it('while items keep coming, transactions begin some time apart', async () => {
  const { writes, add } = startGathering(300);
  const done = [add(1, 2)];
  await pass(20);
  done.push(add(3));
  await pass(30);
  done.push(add(4));
  await Promise.all(done);
  expect(writes.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const [first, second] = writes.map(({ at }) => at);
  expect(second! - first!).toBeGreaterThan(298);
});

it('slow transactions begin further apart, but not ever further', async () => {
  const gaps: number[] = [];
  for (const tookMs of [50, 200]) {
    const { writes, add } = startGathering(80, 4, tookMs);
    await Promise.all([add(1), nextTurn().then(() => add(2))]);
    gaps.push(writes[1]!.at - writes[0]!.at);
  }
  // 4 × 50 and 3 × 80 ms.
  expect(gaps[0]).toBeGreaterThan(195);
  expect(gaps[1]).toBeGreaterThan(235);
  expect(gaps[1]).toBeLessThan(gaps[0]! + 200);
});

it('a group that is full when another item comes waits for no more', async () => {
  const { writes, add } = startGathering(60_000);
  await add(1, 2);
  const results = add(3, 4, 5, 6);
  await pass(20);
  expect(writes).toHaveLength(1);
  void add(7);
  await results;
  expect(writes[1]!.items).toEqual([3, 4, 5, 6]);
});

it('a group of sixteen waits for no more', async () => {
  const { writes, add } = startGathering(60_000, 100);
  await add(1, 2);
  const results = add(...Array.from({ length: 15 }, (_, i) => 3 + i));
  await pass(20);
  expect(writes).toHaveLength(1);
  void add(18);
  await results;
  expect(writes[1]!.items).toHaveLength(16);
});

it('an item that comes alone waits for nothing, even right after another', async () => {
  const { writes, add } = startGathering(60_000);
  await add(1);
  await add(2);
  expect(writes.map(({ items }) => items)).toEqual([[1], [2]]);
});

it('when all senders wait for their answers, few groups wait in vain for more of them', async () => {
  const { writes, add } = startGathering(40);
  const send = async () => {
    for (let i = 0; i < 30; i++) await add(i);
  };
  await Promise.all([send(), send(), send()]);
  expect(writes.length).toBeGreaterThan(20);
  expect(writes.at(-1)!.at - writes[0]!.at).toBeLessThan(10 * 40);
});

it('a group with a refused item is written item by item, and only that one is rejected', async () => {
  const groupsWritten: number[][] = [];
  const write = async (items: readonly number[]) => {
    groupsWritten.push([...items]);
    if (items.includes(2)) throw new Error('refused');
    return items.map((item) => item * 10);
  };
  expect(await writeSettled([1, 2, 3], write)).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 30 },
  ]);
  expect(groupsWritten).toEqual([[1, 2, 3], [1], [2], [3]]);
});

it('what was written by itself before the database was lost is not reported as lost', async () => {
  const groupsWritten: number[][] = [];
  const write = async (items: readonly number[]) => {
    groupsWritten.push([...items]);
    if (items.length > 1) throw new Error('refused');
    if (items.includes(2)) throw unavailable;
    return items;
  };
  expect((await writeSettled([1, 2, 3], write)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(groupsWritten).toEqual([[1, 2, 3], [1], [2]]);
});
