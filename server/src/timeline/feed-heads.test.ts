import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { Bus } from '../kernel/bus.ts';
import { lastId } from '../kernel/ids.ts';
import type { Database } from '../platform/postgres/database.ts';
import { Publications } from './actions/publications.ts';
import { fanOutPosts } from './jobs/fan-out-posts.ts';
import { FeedHeads } from './views/feed-heads.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;
beforeAll(async () => {
  site = await openSite(db);
  [ana, beto] = (await site.users('Hincha', 2)) as [User, User];
  await ana.call('followUser', { targetUid: beto.uid });
});
afterAll(() => site.close());

it('posts of followees join a cached head without a query, and stay what a query finds', async () => {
  let queries = 0;
  const counting: Database = {
    run: (statement, values) => {
      if (statement.name === 'find-timeline') queries++;
      return db.run(statement, values);
    },
  };
  const bus = new Bus();
  const writes = writesOn(db, { bus });
  const heads = new FeedHeads(counting, bus);
  const publications = new Publications(writes);
  const publish = async ({ uid }: User) => {
    const { postId } = await publications.publish(uid, { text: 'Gol' }, null);
    await publications.settled();
    await fanOutPosts(writes, { posts: [{ postId, ownerUid: uid, hasTopics: false }] });
  };
  await heads.timeline(ana.uid);
  for (let i = 0; i < 25; i++) await publish(i % 3 === 0 ? ana : beto);
  const head = await heads.timeline(ana.uid);
  expect(queries).toBe(1);
  expect(head.entries).toHaveLength(21);
  expect(head).toEqual(await heads.readTimeline(ana.uid, lastId));
  expect(head.complete).toBe(false);
});
