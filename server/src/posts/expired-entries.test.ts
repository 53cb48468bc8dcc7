import { afterAll, beforeAll, expect, it } from 'vitest';

import { limits } from '../../../contract/src/rules/limits.ts';
import { moveCacheClock, resetCacheClock } from '../../test/cache-clock.ts';
import { cloneDatabase } from '../../test/database.ts';
import { insertComments } from '../../test/many-comments.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { Bus } from '../kernel/bus.ts';
import { createAuthorCache, createProfileCache } from '../people/views/profiles.ts';
import { Snapshot } from '../platform/concurrency/sieve-cache.ts';
import { mediaUrls } from '../platform/files/media-urls.ts';
import { createCommentCache } from './views/comment-cache.ts';

const { db } = await cloneDatabase();
// The site does not tell these caches of its changes.
const bus = new Bus();
const comments = createCommentCache(db, bus);
const profiles = createProfileCache(db, bus, { mediaUrls: mediaUrls(null), showClubs: true });
const authors = createAuthorCache(profiles, bus);
let site: TestSite;
let ana: User;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
});
afterAll(() => site.close());

async function publish(): Promise<string> {
  const { post } = await ana.call('publishPost', { text: '¿Fue penal?' });
  await ana.call('addComment', { postId: post.id, text: 'Clarísimo' });
  return post.id;
}

afterAll(resetCacheClock);

it('what is read again after its time and is the same stays, with all that was made of it', async () => {
  const [quiet, busy, long] = await Promise.all([publish(), publish(), publish()]);
  await insertComments(db, { postId: long, uid: ana.uid, count: limits.commentsListed });
  const read = () => Promise.all([quiet, busy, long].map(async (postId) => comments.get(postId)));
  const [quietBefore, busyBefore, longBefore] = await read();
  const author = await authors.get(ana.uid);
  const snapshot = new Snapshot(authors.entriesOf([ana.uid])!, [author!]);
  await ana.call('addComment', { postId: busy, text: 'El VAR dice que no' });

  await moveCacheClock(61_000);
  expect(authors.peek(ana.uid)).toBeUndefined();
  const [quietAfter, busyAfter, longAfter] = await read();
  expect(quietAfter).toBe(quietBefore);
  expect(busyAfter?.comments.map(({ row }) => row.text)).toEqual(['Clarísimo', 'El VAR dice que no']);
  expect(busyAfter?.version).not.toBe(busyBefore?.version);
  // Those after its first page may have changed.
  expect(longAfter?.version).not.toBe(longBefore?.version);
  await authors.get(ana.uid);
  expect(authors.holds(snapshot)).toBe(true);
});
