import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Stretch } from './feed-heads.ts';
import { merge } from './feed.ts';

const stretchOf = (ids: string[], complete: boolean): Stretch => ({
  entries: ids
    .toSorted()
    .toReversed()
    .map((id) => ({ entryId: id, postId: id, reposterUid: null })),
  complete,
});
const idsOf = (stretch: Stretch) => stretch.entries.map((entry) => entry.entryId);

it('a merge reaches only as far back as every list does', () => {
  const result = merge([stretchOf(['9', '7', '5'], false), stretchOf(['8', '2', '1'], true)]);
  expect(idsOf(result)).toEqual(['9', '8', '7', '5']);
  expect(result.complete).toBe(false);
});

it('a merge reaches as far as a list was searched, even when nothing was found', () => {
  const emptyPart = { entries: [], complete: false, reach: '4' };
  const result = merge([emptyPart, stretchOf(['8', '5', '2'], true)]);
  expect([idsOf(result), result.reach, result.complete]).toEqual([['8', '5'], '4', false]);
});

it('a merge lists a post once, at its newest place', () => {
  const repost = { entryId: '9', postId: '3', reposterUid: 'r' };
  const result = merge([stretchOf(['3', '2'], true), { entries: [repost], complete: true }]);
  expect(result.entries.map((entry) => entry.postId)).toEqual(['3', '2']);
  expect(result.entries[0]).toBe(repost);
});

it('a merge that ends with repeated posts reaches as far as they do', () => {
  const reposts = ['9', '8', '7'].map((entryId) => ({ entryId, postId: '3', reposterUid: entryId }));
  const reachOf = (complete: boolean) => merge([{ entries: reposts, complete }]).reach;
  expect([reachOf(false), reachOf(true)]).toEqual(['7', undefined]);
  expect(merge([stretchOf(['9', '7'], false), stretchOf(['9', '8'], true)]).reach).toBe(undefined);
});

it('a merge equals sorting everything, down to where a list ends', () => {
  const id = fc.integer({ min: 100, max: 999 }).map(String);
  const list = fc.uniqueArray(id, { maxLength: 30 }).map((ids) => ids.toSorted().toReversed());
  fc.assert(
    fc.property(
      fc.array(fc.record({ all: list, limit: fc.integer({ min: 1, max: 10 }) }), { maxLength: 5 }),
      (lists) => {
        const result = merge(
          lists.map(({ all, limit }) => stretchOf(all.slice(0, limit), all.length < limit)),
        );
        const everything = [...new Set(lists.flatMap(({ all }) => all))].toSorted().toReversed();
        expect(idsOf(result)).toEqual(everything.slice(0, result.entries.length));
        expect(result.complete && result.entries.length < everything.length).toBe(false);
      },
    ),
  );
});
