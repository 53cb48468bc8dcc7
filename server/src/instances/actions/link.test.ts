import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Bus } from '../../kernel/bus.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Transport } from '../../platform/transport/transport.ts';
import { InstanceLink } from './link.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // The clock of all caches waits for a timer; the tests after these would see it stand still.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const fates = ['arrives', 'late', 'twice', 'every other lost', 'lost', 'refused'] as const;
type Fate = (typeof fates)[number];

/** Loses, repeats and delays the texts of each process, as its `fates` say. */
class Carrier {
  readonly #listeners: ((text: string) => void)[] = [];
  readonly fates: (() => Fate)[] = [];
  #count = 0;

  connect(index: number): Transport {
    this.fates[index] = () => 'arrives';
    return {
      publish: async (text) => {
        const outgoing = this.#fate(index);
        if (outgoing === 'refused') throw new Error('refused');
        for (const [to, listener] of this.#listeners.entries()) {
          const incoming = to === index ? outgoing : this.#fate(to);
          if (outgoing === 'lost' || incoming === 'lost' || incoming === 'refused') continue;
          const delay = outgoing === 'late' || incoming === 'late' ? 400 : 1;
          setTimeout(() => listener(text), delay);
          if (outgoing === 'twice' || incoming === 'twice') setTimeout(() => listener(text), delay + 30);
        }
      },
      onText: (listener) => void (this.#listeners[index] = listener),
      onLost: () => {},
      close: async () => {},
    };
  }

  #fate(index: number): Fate {
    const fate = this.fates[index]?.() ?? 'arrives';
    if (fate !== 'every other lost') return fate;
    return this.#count++ % 2 === 0 ? 'lost' : 'arrives';
  }
}

const ids = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
type Version = { revision: number };

/** Three processes with caches of the same posts; a write raises the revision of a post. */
function openSite() {
  const carrier = new Carrier();
  const truth = new Map<string, number>();
  const history: { at: number; postId: string; revision: number }[] = [];
  const processes = ids.map((id, index) => {
    const bus = new Bus();
    const cache = new BatchCache<Version>({
      max: 100,
      ttl: 3_600_000,
      load: async (keys) => {
        const found = new Map(keys.map((key) => [key, { revision: truth.get(key) ?? 0 }]));
        await new Promise((resolve) => setTimeout(resolve, 5));
        return found;
      },
    });
    bus.attachCache('posts', cache);
    // Each on a machine that was started at another time.
    const clock = () => performance.now() + index * 1e8;
    const link = new InstanceLink({ id, bus, transport: carrier.connect(index), clock });
    link.expect(
      ids.filter((other) => other !== id),
      false,
    );
    return { bus, cache, link };
  });
  const list = setInterval(() => {
    for (const { link } of processes)
      link.expect(
        ids.filter((id) => id !== link.id),
        false,
      );
  }, 1_000);
  return {
    processes,
    carrier,
    write: (by: number, postId: string) => {
      const revision = (truth.get(postId) ?? 0) + 1;
      truth.set(postId, revision);
      history.push({ at: performance.now(), postId, revision });
      void processes[by]?.bus.publish([{ type: 'post-edited', postId }]);
    },
    /** The oldest revision that a reader may see: the newest write that is a second old. */
    oldestAllowed: (postId: string) =>
      history.findLast((write) => write.postId === postId && write.at <= performance.now() - 1_000)
        ?.revision ?? 0,
    close: async () => {
      clearInterval(list);
      for (const { link } of processes) await link.close();
    },
  };
}

describe('a process beside another one', () => {
  const [own = '', other = ''] = ids;
  const open = () => {
    const carrier = new Carrier();
    const bus = new Bus();
    const losses: number[] = [];
    bus.on('everything-changed', () => losses.push(performance.now()));
    const link = new InstanceLink({ id: own, bus, transport: carrier.connect(0) });
    const sender = carrier.connect(1);
    const asks: number[] = [];
    sender.onText((text) => asks.push(...[...text.matchAll(/"ask":(\d+)/g)].map(([, ask]) => Number(ask))));
    const say = async (rest: string) => {
      await sender.publish(other + rest);
      await vi.advanceTimersByTimeAsync(10);
    };
    return { link, losses, say, askNumbers: () => asks };
  };

  test('tells its pages of a loss when the other one leaves the list without goodbye', async () => {
    const { link, losses, say } = open();
    link.expect([other], false);
    await say('{"v":1,"seq":0}');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(losses).toHaveLength(0);
    link.expect([], false);
    link.expect([], false);
    expect(losses).toHaveLength(1);
    await link.close();
  });

  test('misses nothing of one that said goodbye, though an older list still names it', async () => {
    const { link, losses, say } = open();
    link.expect([other], false);
    await say('{"v":1,"seq":0}');
    await say('{"v":1,"seq":0,"bye":true}');
    link.expect([other], false);
    expect(link.hasPeers).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    link.expect([], false);
    expect(losses).toHaveLength(0);
    await link.close();
  });

  test('asks again when a confirmation is lost, and is answered long before it gives up', async () => {
    const { link, say, askNumbers } = open();
    link.expect([other], false);
    await say('{"v":1,"seq":0}');
    let isGreeted = false;
    void link.greet().then(() => (isGreeted = true));
    await vi.advanceTimersByTimeAsync(400);
    expect([askNumbers(), isGreeted]).toEqual([[1, 1], false]);
    await say(`{"v":1,"seq":0,"confirms":{"to":"${own}","ask":1}}`);
    expect(isGreeted).toBe(true);
    const before = askNumbers().length;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(askNumbers()).toHaveLength(before);
    await link.close();
  });

  test('knows until when it has heard the other one', async () => {
    const { link, say } = open();
    const start = performance.now();
    link.expect([other], false);
    for (let i = 0; i < 20; i++) {
      await say('{"v":1,"seq":0}');
      await vi.advanceTimersByTimeAsync(90);
    }
    expect(link.heardUntil - start).toBeGreaterThan(1_800);
    const last = performance.now();
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(1_000);
      link.expect([other], false);
    }
    expect(link.heardUntil - last).toBeLessThan(1_000);
    await link.close();
  });

  test.each(['', 'null', '[]', '{"v":2,"seq":1}', '{"v":1}', '{'])(
    'clears its caches on a message that it cannot read: %j',
    async (text) => {
      const { link, losses, say } = open();
      await say(text);
      expect(losses).toHaveLength(1);
      await link.close();
    },
  );
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('write' as const), by: fc.nat(2), post: fc.nat(2) }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('read' as const), by: fc.nat(2), post: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('weather' as const),
      by: fc.nat(2),
      fate: fc.constantFrom(...fates),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 900 }) }),
  },
);

describe('three processes', () => {
  test('are not blind while all messages arrive on time', async () => {
    const site = openSite();
    let blind = 0;
    for (let i = 0; i < 600; i++) {
      await vi.advanceTimersByTimeAsync(100);
      blind += site.processes.filter(({ link }) => link.isBlind).length;
    }
    expect(blind).toBe(0);
    await site.close();
  });

  test('count a silence from the last message’s start, not from its late arrival', async () => {
    const site = openSite();
    const [, { link } = { link: null }] = site.processes;
    await vi.advanceTimersByTimeAsync(2_000);
    site.carrier.fates[0] = () => 'late';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(link?.isBlind).toBe(false);
    site.carrier.fates[0] = () => 'lost';
    await vi.advanceTimersByTimeAsync(900);
    expect(link?.isBlind).toBe(true);
    await site.close();
  });

  test('none shows anything older than a second, whatever happens to the messages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
        const site = openSite();
        try {
          const stale: unknown[] = [];
          for (const next of steps) {
            if (next.act === 'wait') await vi.advanceTimersByTimeAsync(next.ms);
            else if (next.act === 'write') site.write(next.by, `post ${next.post}`);
            else if (next.act === 'weather') site.carrier.fates[next.by] = () => next.fate;
            else {
              const postId = `post ${next.post}`;
              const oldestAllowed = site.oldestAllowed(postId);
              const reading = site.processes[next.by]?.cache.get(postId);
              await vi.advanceTimersByTimeAsync(6);
              const revision = (await reading)?.revision ?? 0;
              if (revision < oldestAllowed) stale.push({ ...next, revision, oldestAllowed });
            }
          }
          expect(stale).toEqual([]);
        } finally {
          await site.close();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
