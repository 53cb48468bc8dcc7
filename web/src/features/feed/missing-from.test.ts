import { describe, expect, it } from 'vitest';

import { missingFrom } from './missing-from.ts';

const page = (ids: string, cursor: string | null = 'x', reposters = {}) => ({
  ids: ids === '' ? [] : ids.split(''),
  cursor,
  reposters,
});

describe('missingFrom', () => {
  it('names the missing posts, down to the end of the fresh page', () => {
    expect(missingFrom(page('zbd'), [page('abc'), page('def')])).toEqual(['a', 'c']);
    expect(missingFrom(page('abc'), [page('abc'), page('def')])).toEqual([]);
  });

  it('ignores posts below the fresh page', () => {
    expect(missingFrom(page('xyz'), [page('abc')])).toEqual([]);
  });

  it('covers the whole list when the fresh page is all there is', () => {
    expect(missingFrom(page('ab', null), [page('abc'), page('d')])).toEqual(['c', 'd']);
    expect(missingFrom(page('', null), [page('a')])).toEqual(['a']);
  });

  it('is not misled by a new repost of an old post', () => {
    const reposted = page('eab', 'x', { e: { uid: 'u1', displayName: 'Ana' } });
    expect(missingFrom(reposted, [page('abcde')])).toEqual([]);
  });
});
