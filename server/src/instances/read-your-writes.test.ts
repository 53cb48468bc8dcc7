import { afterAll, expect, it, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { createHub } from '../../test/hub.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { answersIn, createScenes, type Scene, setStage } from '../../test/scenes.ts';
import type { User, Visitor } from '../../test/site.ts';
import { at, openInstance } from '../../test/sites.ts';
import { Bus } from '../kernel/bus.ts';

const { db } = await cloneDatabase();
const pushService = await LocalPushService.start();
const push = pushService.sender();
const hub = createHub();
const carryBy = vi.spyOn(Bus.prototype, 'carryBy');
const a = await openInstance(db, hub.connect(), { push });
const b = await openInstance(db, hub.connect(), { push });
const busThere = carryBy.mock.contexts[1] as Bus;
const stage = await setStage(a, db);
const { commands, others } = createScenes(stage);
const scenes: Record<string, () => Promise<Scene>> = { ...commands, ...others };
const there = (who: Visitor) => b.visitor({}, who.cookies);

afterAll(async () => {
  carryBy.mockRestore();
  await pushService.close();
});

// The job waits two seconds after a sign-up, so it would run between two answers.
const dropCounts = () =>
  db.raw.query(
    `SELECT (graphile_worker.complete_jobs(array_agg(id))).id FROM graphile_worker.jobs
     WHERE task_identifier = 'count-official-followers' AND locked_at IS NULL HAVING count(*) > 0`,
  );

it.each(Object.keys(scenes))(
  'after %s on one process another one answers as with cold caches',
  async (name) => {
    const scene = await scenes[name]!();
    // A probe asks the process that acted.
    if (scene.probe) return;
    await drainJobs(db);
    await dropCounts();
    await answersIn(stage, scene, there);
    await scene.act();
    await drainJobs(db);
    await hub.idle();
    const warm = await answersIn(stage, scene, there);
    busThere.clearCaches();
    expect(warm).toEqual(await answersIn(stage, scene, there));
  },
);

it('a user reads their own changes from another process a thousand times, although facts are slow', async () => {
  const slow = createHub(() => Math.random() * 20);
  const [here, elsewhere] = [await openInstance(db, slow.connect()), await openInstance(db, slow.connect())];
  const idol = await here.user('Ídolo');
  const { post } = await idol.call('publishPost', { text: 'gol' });
  const users: User[] = [];
  for (let i = 0; i < 10; i++) users.push(await here.user(`Cambia ${i}`));
  let staleReads = 0;
  const change = async (user: User, on: boolean, n: number) => {
    const reader = at(elsewhere, user);
    await user.call(on ? 'likePost' : 'unlikePost', { postId: post.id });
    staleReads += (await reader.call('getPost', { postId: post.id })).post.viewer.liked === on ? 0 : 1;
    await user.call(on ? 'followUser' : 'unfollowUser', { targetUid: idol.uid });
    staleReads += (await reader.call('getProfile', { uid: idol.uid })).following === on ? 0 : 1;
    const { displayName, handle } = (await reader.call('getSession')).user!;
    await user.call('updateProfile', { displayName, handle, bio: `${n}` });
    staleReads += (await reader.call('getProfile', { uid: user.uid })).profile.bio === `${n}` ? 0 : 1;
    const own = await user.call('publishPost', { text: `${n}` });
    const { items } = await reader.call('getProfilePosts', { uid: user.uid });
    staleReads += items[0]?.id === own.post.id ? 0 : 1;
  };
  await Promise.all(
    users.map(async (user) => {
      for (let n = 0; n < 25; n++) await change(user, n % 2 === 0, n);
    }),
  );
  expect(staleReads).toBe(0);
}, 60_000);
