import { expect, test } from 'vitest';

import { samplePost } from '../../../api/sample-post.ts';
import { withoutPost, withPostOnTop } from './change-lists.ts';
import { countNewer, postPage, withoutRepeats } from './post-pages.ts';

const list = {
  pages: [
    { ids: ['e', 'd'], cursor: 'x' },
    { ids: ['c', 'b'], cursor: null },
  ],
  pageParams: [null, 'x'],
};

test('a post that comes again on a later page is listed once, at its first place', () => {
  const pages = withoutRepeats([list.pages[0]!, { ids: ['d', 'c'], cursor: null }]);
  expect(pages.map((page) => page.ids)).toEqual([['e', 'd'], ['c']]);
});

test('a new post goes on top and nowhere else', () => {
  expect(withPostOnTop(list, 'f').pages.map((p) => p.ids)).toEqual([
    ['f', 'e', 'd'],
    ['c', 'b'],
  ]);
  expect(withPostOnTop(list, 'c').pages.map((p) => p.ids)).toEqual([['c', 'e', 'd'], ['b']]);
});

test('a list that was never loaded stays so', () => {
  expect(withPostOnTop({ pages: [], pageParams: [] }, 'f').pages).toEqual([]);
});

test('removing a post leaves the other pages the same objects', () => {
  const after = withoutPost(list, 'b');
  expect(after.pages[0]).toBe(list.pages[0]);
  expect(after.pages[1]?.ids).toEqual(['c']);
});

test('counts the posts above the newest known one', () => {
  expect(countNewer(page('g', 'f', 'e'), list.pages)).toBe(2);
  expect(countNewer(page('e', 'd'), list.pages)).toBe(0);
  expect(countNewer(page('z', 'y'), list.pages)).toBe(2);
});

test('an own post hides no older one of others, and what is older than the list is not new', () => {
  const isOwn = (id: string) => ['m', 'l'].includes(id);
  const own = [page('m', 'e', 'd')];
  expect(countNewer(page('m', 'g', 'f', 'e'), own, isOwn)).toBe(2);
  expect(countNewer(page('n', 'm', 'f', 'e'), own, isOwn)).toBe(2);
  expect(countNewer(page('m', 'e', 'd'), own, isOwn)).toBe(0);
  expect(countNewer(page('m', 'l', 'a'), [page('m', 'l')], isOwn)).toBe(0);
});

test('a post removed from the middle does not count as new', () => {
  expect(countNewer(page('e', 'c', 'b'), list.pages)).toBe(0);
});

test('the page of an answer names the reposter of a post', () => {
  const tino = { uid: 'tino', displayName: 'Tino' };
  const answer = [samplePost('a', { repostedBy: tino }), samplePost('b')];
  expect(postPage(answer, 'x')).toEqual({ ids: ['a', 'b'], cursor: 'x', reposters: { a: tino } });
});

test('a new repost of a listed post hides no new post under it, and does not count as new', () => {
  const tino = { uid: 'tino', displayName: 'Tino' };
  expect(countNewer({ ...page('c', 'f', 'e'), reposters: { c: tino } }, list.pages)).toBe(1);
  expect(countNewer({ ...page('c', 'e', 'd'), reposters: { c: tino } }, list.pages)).toBe(0);
});

const page = (...ids: string[]) => ({ ids, cursor: null });
