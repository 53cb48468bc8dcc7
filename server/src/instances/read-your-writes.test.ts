import { afterAll, expect, it, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { createHub } from '../../test/hub.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { answersIn, createScenes, type Scene, setStage } from '../../test/scenes.ts';
import type { Visitor } from '../../test/site.ts';
import { openInstance } from '../../test/sites.ts';
import { Bus } from '../kernel/bus.ts';

const { db } = await cloneDatabase();
const hub = createHub();
const pushService = await LocalPushService.start();
const push = pushService.sender();
const carryBy = vi.spyOn(Bus.prototype, 'carryBy');
const a = await openInstance(db, hub.connect(), { push });
const b = await openInstance(db, hub.connect(), { push });
const busThere = carryBy.mock.contexts[1] as Bus;
const stage = await setStage(a, db);
const { commands, others } = createScenes(stage);
const scenes: Record<string, () => Promise<Scene>> = { ...commands, ...others };
const there = (who: Visitor) => b.visitor({}, who.cookies);

/** The count of the official account's followers changes two seconds after a sign-up: perhaps between two answers. */
const dropCounts = () =>
  db.raw.query(
    `SELECT (graphile_worker.complete_jobs(array_agg(id))).id FROM graphile_worker.jobs
     WHERE task_identifier = 'count-official-followers' AND locked_at IS NULL HAVING count(*) > 0`,
  );

afterAll(async () => {
  carryBy.mockRestore();
  await pushService.close();
});

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
    const warm = await answersIn(stage, scene, there);
    busThere.clearCaches();
    expect(warm).toEqual(await answersIn(stage, scene, there));
  },
);
