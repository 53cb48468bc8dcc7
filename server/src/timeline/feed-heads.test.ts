import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { Bus } from '../kernel/bus.ts';
import { lastId } from '../kernel/ids.ts';
import { all } from '../platform/concurrency/maybe-promise.ts';
import type { Database } from '../platform/postgres/database.ts';
import { Publications } from './actions/publications.ts';
import { fanOutPosts } from './jobs/fan-out-posts.ts';
import { FeedHeads, type Stretch } from './views/feed-heads.ts';

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

it('what is made of a head is kept when it is read again without a change', async () => {
  const bus = new Bus();
  const heads = new FeedHeads(db, bus);
  const read = async () => {
    const head = await heads.timeline(ana.uid);
    const result: Stretch = { entries: head.entries, complete: head.complete, top: null };
    const posts = await all(head.mergedAuthors.map((uid) => heads.author(uid)));
    const reposts = await all(head.mergedAuthors.map((uid) => heads.reposts(uid)));
    heads.keepMerged(head, { posts, reposts, result });
    return { isKept: heads.merged(head) === result, top: result.top };
  };
  const twice = async () => [await read(), await read()];
  const fromTheSecondOn = [
    { isKept: false, top: null },
    { isKept: true, top: undefined },
  ];
  expect(await twice()).toEqual(fromTheSecondOn);
  const added = [{ entryId: lastId, postId: lastId, reposterUid: null }];
  void bus.publish([{ type: 'timelines-changed', readerUids: [ana.uid], added }]);
  expect(await twice()).toEqual(fromTheSecondOn);
});
