import { expect, it } from 'vitest';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { Bus } from '../../kernel/bus.ts';
import { newId } from '../../kernel/ids.ts';
import { mediaUrls } from '../../platform/files/media-urls.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { createCommentCache } from './comment-cache.ts';
import { createPostCache } from './post-cache.ts';

const count = 20_000;
const at = new Date(Date.now() - 86_400_000);
const ids = Array.from({ length: count }, () => newId(at));

/** Answers every query with rows that have only what the caches need. */
function databaseOf(rowOf: (id: string) => object): Database {
  return {
    run: async <Row extends object>(_query: unknown, [asked]: readonly unknown[]) =>
      [asked].flat().map((id) => rowOf(String(id)) as Row),
  };
}

const description = 'd'.repeat(limits.altText);
const described = Array.from({ length: limits.postImages }, (_, i) => ({ key: `k${i}`, alt: description }));

it.each([
  ['all posts of ordinary length', { text: 'hola' }, count],
  ['fewer of the longest posts', { text: '🐧'.repeat(limits.postText) }, 2_400],
  ['fewer posts with long descriptions', { text: '', attachments: described }, 1_600],
])('the cache of posts keeps %s', async (_name, content, kept) => {
  const plain = { attachments: null, media_key: null, media_type: null, warning_kind: null };
  const db = databaseOf((id) => ({ id, created_at: at, edited_at: null, ...plain, ...content }));
  const cache = createPostCache(db, new Bus(), { source: 'summaries', mediaUrls: mediaUrls(null) });
  await cache.getMany(ids);
  expect(cache.stats.size).toBeLessThanOrEqual(kept);
  expect(cache.stats.size).toBeGreaterThan(kept * 0.8);
});

it('posts that do not exist take a place each', async () => {
  const db: Database = { run: async () => [] };
  const cache = createPostCache(db, new Bus(), { source: 'summaries', mediaUrls: mediaUrls(null) });
  expect(await cache.getMany(ids)).toEqual(new Map());
  expect(cache.stats.size).toBe(count);
});

it.each([
  ['of ordinary length', 'hola', count / 2],
  ['of the greatest length', '🐧'.repeat(limits.commentText), 3_400],
])('the cache of comments counts those %s', async (_name, text, kept) => {
  const cache = createCommentCache(
    databaseOf((id) => ({ id, text, total: 1 })),
    new Bus(),
  );
  await cache.getMany(ids);
  expect(cache.stats.size).toBeLessThanOrEqual(kept);
  expect(cache.stats.size).toBeGreaterThan(kept * 0.8);
});
