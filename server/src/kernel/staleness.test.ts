import { afterAll, describe, expect, it, vi } from 'vitest';

import { calls, type CallName } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { createScenes, type Scene, setStage } from '../../test/scenes.ts';
import { openSite, type Visitor } from '../../test/site.ts';
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
const { ana, beto, jefa } = stage;
const bus = publish.mock.contexts[0] as Bus;
const scenes = createScenes(stage);
const all: Record<string, () => Promise<Scene>> = { ...scenes.commands, ...scenes.others };

afterAll(async () => {
  publish.mockRestore();
  await site.close();
  await pushService.close();
});

async function answers({ posts = [], people = [], visitors = [], probe }: Scene): Promise<object> {
  if (probe) return { probe: await probe() };
  const bodies: Record<string, unknown> = {};
  const ask = async (who: Visitor, of: string, name: CallName, input: object = {}) => {
    const { status, body } = await who.ask(name, input);
    // Cursors and event ids differ between two answers of the same content.
    bodies[`${of} ${name} ${JSON.stringify(input)}`] = [status, { ...body, cursor: null, lastEventId: null }];
  };
  await ask(ana, 'ana', 'getNotifications');
  const askers: [string, Visitor][] = Object.entries({ ana, beto, jefa });
  askers.push(...Object.entries(visitors));
  for (const [of, who] of askers) {
    await ask(who, of, 'getFeed', { tab: 'siguiendo' });
    await ask(who, of, 'getFeed', { tab: 'paraVos' });
    for (const name of [
      'getSession',
      'getSavedPosts',
      'getNotifications',
      'getAds',
      'getBlockedUsers',
    ] as const)
      await ask(who, of, name);
    for (const postId of posts) {
      await ask(who, of, 'getPost', { postId });
      await ask(who, of, 'getComments', { postId });
    }
    for (const uid of people) {
      for (const name of ['getProfile', 'getProfilePosts', 'getFollowers', 'getFollowing'] as const)
        await ask(who, of, name, { uid });
    }
  }
  return bodies;
}

/** For each fact, the scenes that published it. */
const scenesOfFact = new Map<FactName, Set<string>>();

/** Acts while every cache is warm. @returns the site's answers then, and with cold caches */
async function afterwards(name: string): Promise<{ warm: object; cold: object }> {
  const scene = await all[name]!();
  await drainJobs(db);
  await answers(scene);
  publish.mockClear();
  withheldFact = scene.withhold;
  await scene.act();
  await drainJobs(db);
  for (const fact of publish.mock.calls.flatMap(([facts]) => facts))
    scenesOfFact.set(fact.type, (scenesOfFact.get(fact.type) ?? new Set()).add(name));
  const warm = await answers(scene);
  void bus.publish([{ type: 'everything-changed' }]);
  const cold = await answers(scene);
  withheldFact = undefined;
  return { warm, cold };
}

const commands = (Object.keys(calls) as CallName[]).filter((name) =>
  ['command', 'upload'].includes(calls[name].kind),
);

it.each([...commands, ...Object.keys(scenes.others)])(
  'after %s warm caches answer what cold ones answer',
  async (name) => {
    if (!all[name]) throw new Error(`${name} has no scene in test/scenes.ts`);
    const { warm, cold } = await afterwards(name);
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
      // Without the tests above, as when this one runs alone, every scene is tried.
      const names = scenesOfFact.get(fact) ?? Object.keys(all);
      for (const name of names) {
        const { warm, cold } = await afterwards(name);
        if (JSON.stringify(warm) !== JSON.stringify(cold)) return;
      }
      expect.fail(`nothing is missed without it after ${[...names].join(', ')}`);
    } finally {
      caches[cache] = line;
      void bus.publish([{ type: 'everything-changed' }]);
    }
  });
});
