import { afterAll, describe, expect, it, vi } from 'vitest';

import { calls, type CallName } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { answersIn, createScenes, type Scene, setStage } from '../../test/scenes.ts';
import { openSite } from '../../test/site.ts';
import { Bus } from './bus.ts';
import type { FactName } from './facts.ts';
import { staleness } from './staleness.ts';

const { db } = await cloneDatabase();
const publishFacts = Bus.prototype.publish;
let withheldFact: FactName | undefined;
const publish = vi.spyOn(Bus.prototype, 'publish').mockImplementation(function (this: Bus, facts) {
  return publishFacts.call(
    this,
    facts.filter(({ type }) => type !== withheldFact),
  );
});
const pushService = await LocalPushService.start();
const site = await openSite(db, { push: pushService.sender() });
const stage = await setStage(site, db);
const bus = publish.mock.contexts[0] as Bus;
const scenes = createScenes(stage);
const all: Record<string, () => Promise<Scene>> = { ...scenes.commands, ...scenes.others };

afterAll(async () => {
  publish.mockRestore();
  await site.close();
  await pushService.close();
});

/** For each fact, the scenes that published it. */
const scenesOfFact = new Map<FactName, Set<string>>();

/** Acts while every cache is warm. @returns the answers after that, and those with cold caches */
async function answersAfter(name: string): Promise<{ warm: object; cold: object }> {
  const scene = await all[name]!();
  await drainJobs(db);
  // The scene's own preparations may depend on the missing line.
  void bus.publish([{ type: 'everything-changed' }]);
  // Twice: lists keep their texts when they are read from warm caches.
  for (let i = 0; i < 2; i++) await answersIn(stage, scene);
  publish.mockClear();
  withheldFact = scene.withhold;
  await scene.act();
  await drainJobs(db);
  for (const fact of publish.mock.calls.flatMap(([facts]) => facts))
    scenesOfFact.set(fact.type, (scenesOfFact.get(fact.type) ?? new Set()).add(name));
  const warm = await answersIn(stage, scene);
  void bus.publish([{ type: 'everything-changed' }]);
  const cold = await answersIn(stage, scene);
  withheldFact = undefined;
  return { warm, cold };
}

const commands = (Object.keys(calls) as CallName[]).filter((name) =>
  ['command', 'upload'].includes(calls[name].kind),
);

it.each([...commands, ...Object.keys(scenes.others)])(
  'after %s warm caches answer what cold ones answer',
  // Between the two answers the clock may start a job that counts, once a minute.
  { retry: 1 },
  async (name) => {
    if (!all[name]) throw new Error(`${name} has no scene in test/scenes.ts`);
    const { warm, cold } = await answersAfter(name);
    expect(warm).toEqual(cold);
  },
);

const lines = Object.entries(staleness).flatMap(([fact, caches]) =>
  Object.keys(caches).map((cache) => [fact as FactName, cache] as const),
);

describe('each line of the table is needed:', () => {
  it.each(lines)('%s makes %s stale', async (fact, cache) => {
    const caches = staleness[fact] as Record<string, unknown>;
    const line = caches[cache];
    delete caches[cache];
    try {
      // Alone, without the tests above, it tries every scene.
      const names = scenesOfFact.get(fact) ?? Object.keys(all);
      for (const name of names) {
        const { warm, cold } = await answersAfter(name);
        if (JSON.stringify(warm) !== JSON.stringify(cold)) return;
      }
      expect.fail(`nothing is missed without it after ${[...names].join(', ')}`);
    } finally {
      caches[cache] = line;
      void bus.publish([{ type: 'everything-changed' }]);
    }
  });
});
