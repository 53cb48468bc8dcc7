import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());

it('after a block, no notification is left of the other’s concurrent actions', async () => {
  for (let round = 0; round < 5; round++) {
    const [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
    const { id: postId, authorHandle } = (await ana.call('publishPost', { text: 'Gol' })).post;
    const doings = [
      () => ana.ask('blockUser', { targetUid: beto.uid }),
      () => beto.ask('followUser', { targetUid: ana.uid }),
      () => beto.ask('likePost', { postId }),
      () => beto.ask('addComment', { postId, text: 'Offside' }),
      () => beto.ask('repostPost', { postId }),
      () => beto.ask('publishPost', { text: 'Mirá', quoteOf: postId }),
      () => beto.ask('publishPost', { text: `@${authorHandle} llorón` }),
      () => ana.ask('followUser', { targetUid: beto.uid }),
    ];
    // The block moves one place later in each round.
    const turned = [...doings.slice(1, 1 + round), doings[0]!, ...doings.slice(1 + round)];
    const answers = await Promise.all(turned.map((doing) => doing()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await drainJobs(db);
    expect(await ana.call('getNotifications')).toMatchObject({ items: [], unread: 0 });
    expect((await ana.call('getComments', { postId })).items).toEqual([]);
    const follows = await db.raw.query(
      'SELECT 1 FROM follows WHERE follower = ANY($1) AND followee = ANY($1)',
      [[ana.uid, beto.uid]],
    );
    expect(follows.rowCount).toBe(0);
    for (const who of [ana, beto])
      expect(await countsOf(who)).toEqual({ followersCount: 0, followingCount: 1 });
  }
});

it('a user who deletes their account while writing leaves nothing visible', async () => {
  const author = await site.user('Autora');
  const { id: postId } = (await author.call('publishPost', { text: 'Gol' })).post;
  for (let round = 0; round < 4; round++) {
    const busy = await site.user('Apurado');
    const publications = Array.from({ length: 6 }, () => busy.ask('publishPost', { text: 'x' }));
    const rest = Array.from({ length: 6 }, () => [
      busy.ask('addComment', { postId, text: 'x' }),
      busy.ask('repostPost', { postId }),
    ]).flat();
    // Some of the publications are answered already.
    await Promise.all(publications.slice(0, round));
    await busy.call('deleteAccount', { uid: busy.uid, password: 'aguante' });
    const answers = [...(await Promise.all(publications)), ...(await Promise.all(rest))];
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await drainJobs(db);
    const { rows } = await db.raw.query<{ id: string }>('SELECT id FROM posts WHERE owner_uid = $1', [
      busy.uid,
    ]);
    expect(rows.length).toBeGreaterThanOrEqual(round);
    for (const { id } of rows) expect((await author.ask('getPost', { postId: id })).status).toBe(404);
    expect((await author.call('getComments', { postId })).items).toEqual([]);
    expect((await author.call('getNotifications')).items).toEqual([]);
    expect((await author.ask('getProfile', { uid: busy.uid })).status).toBe(404);
    expect((await busy.ask('publishPost', { text: 'x' })).status).toBe(401);
  }
});

async function countsOf(who: User) {
  const { followersCount, followingCount } = (await who.call('getProfile')).profile;
  return { followersCount, followingCount };
}
