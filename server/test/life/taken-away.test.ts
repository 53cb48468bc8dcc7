import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasRedis } from '../redis.ts';
import type { User } from '../site.ts';
import { browser, Fleet, password, signUp } from './fleet.ts';

/** The wait for silent processes ends after a second, plus a tolerance for a busy machine. */
const silentMs = 1_000 + 1_500;

const weathers = {
  'with Redis': { begin: async () => {}, end: async () => {} },
  'while Redis is dead': {
    begin: async ({ redis }: Fleet) => redis.kill(),
    end: async ({ redis }: Fleet) => redis.start(),
  },
  'while Redis hangs': {
    begin: async ({ redis }: Fleet) => redis.pause(),
    end: async ({ redis }: Fleet) => redis.resume(),
  },
};

describe.runIf(hasRedis)('what is taken away on one process', () => {
  let fleet: Fleet;
  let admin: User;
  const onA = () => fleet.servers[0]!;
  const onB = () => fleet.servers[1]!;
  beforeAll(async () => {
    fleet = await Fleet.open(2);
    admin = await signUp('Jefa', onA);
    await fleet.db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
  });
  afterAll(() => fleet?.close());

  /** A user in the caches of B. */
  async function victim(name: string) {
    const user = await signUp(name, onA);
    const there = browser(onB, new Map(user.cookies));
    const { post } = await there.call('publishPost', { text: 'todavía puedo' });
    const statusThere = async () => (await there.ask('publishPost', { text: 'ya no' })).status;
    return { user, there, post, statusThere };
  }

  describe.each(Object.entries(weathers))('%s', (name, weather) => {
    beforeAll(() => weather.begin(fleet));
    afterAll(async () => {
      await weather.end(fleet);
      // Until all processes hear each other again.
      await sleep(2_000);
    });

    /** Meanwhile, reads fill the caches of B. */
    async function timed<T>(taking: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
      const over = new AbortController();
      const reading = (async () => {
        while (!over.signal.aborted) await meanwhile();
      })();
      const start = performance.now();
      try {
        return await taking();
      } finally {
        const ms = Math.round(performance.now() - start);
        over.abort();
        await reading;
        process.stdout.write(`${name}: answered after ${ms} ms\n`);
        expect(ms).toBeLessThan(silentMs);
      }
    }

    it('after a sign-out', async () => {
      const { user, there, statusThere } = await victim('Sale');
      await timed(
        () => user.call('signOut', {}),
        () => there.ask('getNotifications'),
      );
      expect(await statusThere()).toBe(401);
    });

    it('after a password change, for other devices', async () => {
      const { user, there, statusThere } = await victim('Cambia');
      await timed(
        () => user.call('changePassword', { currentPassword: password, password: 'otra-clave-larga' }),
        () => there.ask('getNotifications'),
      );
      expect(await statusThere()).toBe(401);
      const renewed = browser(onB, new Map(user.cookies));
      expect((await renewed.ask('publishPost', { text: 'con la nueva' })).status).toBe(200);
    });

    it('after a suspension', async () => {
      const { user, there, post, statusThere } = await victim('Suspendida');
      const anyone = await signUp('Lee', onB);
      await timed(
        () => admin.call('adminSetUserSuspended', { targetUid: user.uid, suspended: true }),
        () =>
          Promise.all([
            there.ask('publishPost', { text: 'durante' }),
            anyone.ask('getPost', { postId: post.id }),
          ]),
      );
      expect(await statusThere()).toBe(401);
      expect((await anyone.ask('getPost', { postId: post.id })).status).toBe(404);
    });

    it('after a block', async () => {
      const { user, post } = await victim('Bloquea');
      const other = await victim('Bloqueado');
      await other.there.call('getPost', { postId: post.id });
      await timed(
        () => user.call('blockUser', { targetUid: other.user.uid }),
        () => other.there.ask('getPost', { postId: post.id }),
      );
      expect((await other.there.ask('getPost', { postId: post.id })).status).toBe(404);
      expect((await other.there.ask('likePost', { postId: post.id })).status).toBe(404);
    });

    it('after a deletion', async () => {
      const { user, post } = await victim('Borra');
      const reader = await signUp('Mira', onB);
      await reader.call('getPost', { postId: post.id });
      await timed(
        () => user.call('deletePost', { postId: post.id }),
        () => reader.ask('getPost', { postId: post.id }),
      );
      expect((await reader.ask('getPost', { postId: post.id })).status).toBe(404);
    });
  });
});
