import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { defaultPushPreferences } from '../../../contract/src/rules/push-preferences.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { PushDevice } from '../../test/push/push-device.ts';
import { LocalPushService, readVapid, testKeys } from '../../test/push/push-service.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { newId } from '../kernel/ids.ts';

const { db } = await cloneDatabase();
// The job queue uses the clock of the database: with a site clock ahead of it, the tests decide when jobs
// are due.
// 8 p.m. in Buenos Aires, two days from now.
const evening = new Date(Date.now() + 48 * 3_600_000);
evening.setUTCHours(23, 0, 0, 0);
let clock = evening;
/** `time` is UTC; `day` counts from the evening on which the tests begin. */
const on = (day: number, time: string) =>
  new Date(`${new Date(evening.getTime() + day * 86_400_000).toISOString().slice(0, 10)}T${time}Z`);
let service: LocalPushService;
let site: TestSite;
let ana: User;
let beto: User;
let postId: string;

beforeAll(async () => {
  service = await LocalPushService.start();
  site = await openSite(db, { now: () => clock, push: service.sender(() => clock) });
});
afterAll(async () => {
  await site.close();
  await service.close();
});
beforeEach(async () => {
  ana = await site.user('Ana');
  beto = await site.user('Beto');
  postId = (await ana.call('publishPost', { text: 'Gol' })).post.id;
  service.received.splice(0);
});
afterEach(async () => {
  service.answer = () => (response) => response.writeHead(201).end();
  await db.raw.query('DELETE FROM push_subscriptions');
  await db.raw.query(
    "SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'send-push%'",
  );
});

const answer = (status: number, headers: Record<string, string> = {}) => {
  service.answer = () => (response) => response.writeHead(status, headers).end();
};

async function register(user: User, device = new PushDevice()): Promise<PushDevice> {
  await user.call('registerPushToken', { subscription: device.subscription });
  return device;
}

type Job = { key: string; run_at: Date };
async function pushJobs(): Promise<Job[]> {
  const sql = "SELECT key, run_at FROM graphile_worker.jobs WHERE key LIKE 'send-push%' ORDER BY key";
  return (await db.raw.query<Job>(sql)).rows;
}

/** Likes by people whose accounts are gone, from two seconds ago. */
async function insertLikes(count: number): Promise<void> {
  const at = new Date(clock.getTime() - 2_000);
  const ids = Array.from({ length: count }, () => newId(at));
  await db.raw.query(
    `INSERT INTO notifications (created_at, id, uid, type, actor_uid, post_id)
     SELECT $2, id, $3, 'like', gen_random_uuid(), $4 FROM unnest($1::uuid[]) AS id`,
    [ids, at, ana.uid, postId],
  );
}

/** Advances the clock and runs the jobs due by then. */
async function advanceTo(moment: Date): Promise<void> {
  clock = moment;
  await db.raw.query(
    "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'send-push%' AND run_at <= $1",
    [moment],
  );
  // The worker looks for due jobs when another job arrives.
  await db.raw.query("SELECT graphile_worker.add_job('clean-up', '{}')");
  await drainJobs(db);
}
const later = (seconds: number) => advanceTo(new Date(clock.getTime() + seconds * 1000));
const messages = (device: PushDevice) =>
  service.received
    .filter(({ endpoint }) => endpoint === device.subscription.endpoint)
    .map(({ body }) => device.read(body));
const devicesOf = async ({ uid }: User) =>
  (
    await db.raw.query('SELECT endpoint FROM push_subscriptions WHERE uid = $1 ORDER BY updated_at', [uid])
  ).rows.map((row) => row.endpoint as string);
const lastToken = async ({ uid }: User) =>
  (
    await db.raw.query(
      'SELECT last_push_token AS token, push_tokens_updated_at AS at FROM users WHERE uid = $1',
      [uid],
    )
  ).rows[0];

const attempts = async () =>
  (await db.raw.query('SELECT attempts FROM push_subscriptions')).rows.map((row) => row.attempts as number);

describe('push device', () => {
  it("devices get the site's public key, and cannot register on a site without one", async () => {
    expect((await ana.call('getSession')).config.pushPublicKey).toBe(testKeys.publicKey);
    const other = await openSite(db, { now: () => clock });
    const caro = await other.user('Caro');
    expect((await caro.call('getSession')).config.pushPublicKey).toBeNull();
    const { subscription } = new PushDevice();
    expect((await caro.ask('registerPushToken', { subscription })).body.error?.code).toBe(
      'failed-precondition',
    );
    await other.close();
  });

  it('a device is stored once, and the newest becomes the token on the profile', async () => {
    const phone = await register(ana);
    expect(await lastToken(ana)).toEqual({ token: phone.subscription.endpoint, at: clock });
    clock = new Date(clock.getTime() + 1000);
    const laptop = await register(ana);
    clock = new Date(clock.getTime() + 1000);
    await register(ana, phone);
    expect(await devicesOf(ana)).toEqual([laptop, phone].map((d) => d.subscription.endpoint));
    await ana.call('removePushToken', { subscription: phone.subscription });
    expect(await lastToken(ana)).toEqual({ token: laptop.subscription.endpoint, at: clock });
    await ana.call('removePushToken', { subscription: laptop.subscription });
    expect(await lastToken(ana)).toEqual({ token: null, at: clock });
  });

  it('a device belongs to the user who signed in there last', async () => {
    const device = await register(ana);
    await register(beto, device);
    expect([await devicesOf(ana), await devicesOf(beto)]).toEqual([[], [device.subscription.endpoint]]);
    expect((await lastToken(ana)).token).toBeNull();
    await ana.call('removePushToken', { subscription: device.subscription });
    expect(await devicesOf(beto)).toHaveLength(1);
  });

  it('a device registered by several users at once has one owner', async () => {
    const users = await site.users('Socio', 6);
    const device = new PushDevice();
    await Promise.all(users.map((user) => register(user, device)));
    const { rows } = await db.raw.query('SELECT uid FROM push_subscriptions');
    expect(rows).toHaveLength(1);
  });

  it('an eleventh device replaces the oldest', async () => {
    const devices: PushDevice[] = [];
    for (let i = 0; i < 12; i++) {
      clock = new Date(clock.getTime() + 1000);
      devices.push(await register(ana));
    }
    expect(await devicesOf(ana)).toEqual(devices.slice(2).map((d) => d.subscription.endpoint));
  });

  it('signing out removes only the device of that session', async () => {
    const phone = await register(ana);
    const laptop = site.visitor();
    await laptop.call('signIn', { email: ana.email, password: 'aguante' });
    const other = new PushDevice();
    await laptop.call('registerPushToken', { subscription: other.subscription });
    await laptop.call('signOut');
    expect(await devicesOf(ana)).toEqual([phone.subscription.endpoint]);
  });

  it('a device gets no pushes after its session ended elsewhere', async () => {
    const phone = await register(ana);
    await db.raw.query('DELETE FROM sessions WHERE uid = $1', [ana.uid]);
    await beto.call('likePost', { postId });
    await later(5);
    expect(messages(phone)).toEqual([]);
    expect(await devicesOf(ana)).toEqual([]);
    expect((await lastToken(ana)).token).toBeNull();
  });

  it.each([
    ['an address elsewhere', { endpoint: 'https://127.0.0.1/x' }],
    ['no address', { endpoint: 'x' }],
    ['invalid keys', { keys: { p256dh: 'x', auth: 'x' } }],
  ])('a device with %s is rejected', async (_what, wrong) => {
    const subscription = { ...new PushDevice().subscription, ...wrong };
    const { status, body } = await ana.ask('registerPushToken', { subscription });
    expect([status, body.error?.code]).toEqual([400, 'invalid-argument']);
    expect(await devicesOf(ana)).toEqual([]);
  });
});

describe('push message', () => {
  it('a single notification is pushed to each device in full', async () => {
    const [phone, laptop] = [await register(ana), await register(ana)];
    const { comment } = await beto.call('addComment', { postId, text: 'Golazo de media cancha' });
    expect(service.received).toEqual([]);
    await later(5);
    const message = {
      title: 'Tablón',
      body: 'Beto comentó tu publicación\nGolazo de media cancha',
      url: `/p/${postId}?comentario=${comment.id}`,
      tag: `/p/${postId}`,
      unread: 1,
    };
    expect([messages(phone), messages(laptop)]).toEqual([[message], [message]]);
    expect(readVapid(service.received[0]!.headers.authorization).aud).toBe('https://fcm.googleapis.com');
    await later(60);
    expect(service.received).toHaveLength(2);
    expect(await pushJobs()).toEqual([]);
  });

  it('notifications of a short time are combined into one push', async () => {
    const phone = await register(ana);
    const crowd = await site.users('Hincha', 5);
    for (const fan of crowd) await fan.call('likePost', { postId });
    await beto.call('followUser', { targetUid: ana.uid });
    expect(await pushJobs()).toHaveLength(1);
    await later(5);
    const last = crowd.at(-1)!;
    const { displayName } = (await last.call('getProfile')).profile;
    expect(messages(phone)).toEqual([
      {
        title: 'Tablón',
        body: `Beto empezó a seguirte\n${displayName} y 4 más le dieron Me gusta a tu publicación`,
        url: '/notificaciones',
        tag: '/notificaciones',
        unread: 6,
      },
    ]);
  });

  it('no push is sent for notifications already read, nor to users without a device', async () => {
    const phone = await register(ana);
    await beto.call('likePost', { postId });
    await ana.call('markNotificationsRead');
    const mine = (await beto.call('publishPost', { text: 'Otro' })).post.id;
    await ana.call('likePost', { postId: mine });
    expect((await pushJobs()).map(({ key }) => key)).toEqual([`send-push ${ana.uid}`]);
    await later(5);
    expect(messages(phone)).toEqual([]);
  });

  it('no push is sent for muted actors, nor across a block made meanwhile', async () => {
    const phone = await register(ana);
    const caro = await site.user('Caro');
    await ana.call('muteUser', { targetUid: beto.uid });
    await beto.call('addComment', { postId, text: 'hola' });
    await caro.call('likePost', { postId });
    await caro.call('blockUser', { targetUid: ana.uid });
    await later(5);
    expect(messages(phone)).toEqual([]);
    await ana.call('unmuteUser', { targetUid: beto.uid });
    await beto.call('likePost', { postId });
    await later(5);
    expect(messages(phone)).toMatchObject([{ unread: 2 }]);
  });

  it('no push is sent for notifications from before the device, nor to suspended users', async () => {
    await beto.call('likePost', { postId });
    const phone = await register(ana);
    await beto.call('repostPost', { postId });
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [ana.uid]);
    await later(5);
    expect(messages(phone)).toEqual([]);
    await db.raw.query('UPDATE users SET suspended = $2 WHERE uid = $1', [ana.uid, false]);
    await beto.call('addComment', { postId, text: 'x' });
    await later(5);
    expect(messages(phone).map(({ body }) => body)).toEqual([
      'Beto comentó tu publicación\nBeto hizo repost de tu publicación',
    ]);
  });

  it('a rolled back like does not suppress the push of the next one', async () => {
    await register(ana);
    await db.raw.query('ALTER TABLE notifications ADD CONSTRAINT refused CHECK (type <> $$like$$) NOT VALID');
    expect((await beto.ask('likePost', { postId })).status).toBe(500);
    await db.raw.query('ALTER TABLE notifications DROP CONSTRAINT refused');
    expect(await pushJobs()).toEqual([]);
    await beto.call('likePost', { postId });
    expect(await pushJobs()).toHaveLength(1);
  });

  it('a slow push service does not delay the action', async () => {
    await register(ana);
    service.answer = () => () => {};
    await beto.call('likePost', { postId });
    void later(5);
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1);
    const start = performance.now();
    await beto.call('repostPost', { postId });
    expect(performance.now() - start).toBeLessThan(2_000);
    await expect.poll(attempts, { timeout: 10_000 }).toEqual([1]);
    // Avoids a retry while the push service is still silent.
    clock = new Date(clock.getTime() + 30_000);
  });
});

describe('after a clock was ahead', () => {
  const shift = (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1_000));
  const bodies = (device: PushDevice) => messages(device).map(({ body }) => body);
  const comment = 'Beto comentó tu publicación\nGolazo';

  it('a device that was registered meanwhile gets each push once', async () => {
    shift(3_600);
    const phone = await register(ana);
    shift(-3_600);
    await beto.call('likePost', { postId });
    await later(5);
    await beto.call('addComment', { postId, text: 'Golazo' });
    await later(5);
    expect(bodies(phone)).toEqual(['Beto le dio Me gusta a tu publicación', comment]);
  });

  it('more of its notifications than a job reads are pushed once by a job', async () => {
    const phone = await register(ana);
    shift(3_600);
    await insertLikes(2_100);
    shift(-3_590);
    await beto.call('addComment', { postId, text: 'Golazo' });
    await later(5);
    // The job that enqueued the next one may still be sending.
    await expect.poll(() => messages(phone)).toHaveLength(1);
    expect(await pushJobs()).toHaveLength(1);
    await later(5);
    await expect.poll(pushJobs).toEqual([]);
    shift(3_590);
  });

  it('what was pushed meanwhile does not hide what comes', async () => {
    const phone = await register(ana);
    await beto.call('likePost', { postId });
    shift(20);
    await beto.call('repostPost', { postId });
    shift(-20);
    await later(5);
    await beto.call('addComment', { postId, text: 'Golazo' });
    await later(5);
    const [first, second] = bodies(phone);
    expect(first).toContain('Beto hizo repost de tu publicación');
    // The repost again, because of its time.
    expect(second).toContain('Beto comentó tu publicación');
    expect(second).not.toContain('Me gusta');
    shift(20);
  });
});

describe('responses of the push service', () => {
  const attempts = async () =>
    (await db.raw.query('SELECT attempts FROM push_subscriptions')).rows.map((row) => row.attempts as number);

  it.each([404, 410])('a device is removed when its push service answers %i', async (status) => {
    const phone = await register(ana);
    answer(status);
    await beto.call('likePost', { postId });
    await later(5);
    expect(await devicesOf(ana)).toEqual([]);
    expect((await lastToken(ana)).token).toBeNull();
    await beto.call('repostPost', { postId });
    expect(await pushJobs()).toEqual([]);
    expect(service.received.filter(({ endpoint }) => endpoint === phone.subscription.endpoint)).toHaveLength(
      1,
    );
  });

  it('a push that could not be planned again is sent by the next try of its job', async () => {
    const phone = await register(ana);
    answer(503);
    await beto.call('likePost', { postId });
    const jobs = 'ALTER TABLE graphile_worker._private_jobs';
    await db.raw.query(`${jobs} ADD CONSTRAINT refused CHECK (key NOT LIKE 'send-push % %') NOT VALID`);
    await later(5);
    await db.raw.query(`${jobs} DROP CONSTRAINT refused`);
    expect(messages(phone)).toHaveLength(1);
    answer(201);
    await later(5);
    expect(messages(phone)).toHaveLength(2);
    expect(await pushJobs()).toEqual([]);
  });

  it('a push service answering 429 is retried after Retry-After, and other devices get the push once', async () => {
    const [phone, laptop] = [await register(ana), await register(ana)];
    service.answer = (endpoint) => (response) =>
      endpoint === phone.subscription.endpoint
        ? response.writeHead(429, { 'retry-after': '120' }).end()
        : response.writeHead(201).end();
    await beto.call('likePost', { postId });
    await later(5);
    await later(119);
    expect([messages(phone).length, messages(laptop).length]).toEqual([1, 1]);
    answer(201);
    await beto.call('repostPost', { postId });
    await later(5);
    expect(messages(laptop).map(({ body }) => body)).toEqual([
      'Beto le dio Me gusta a tu publicación',
      'Beto hizo repost de tu publicación',
    ]);
    expect(messages(phone).at(-1)?.body).toBe(
      'Beto hizo repost de tu publicación\nBeto le dio Me gusta a tu publicación',
    );
    expect(messages(phone)).toHaveLength(2);
    expect(await attempts()).toEqual([0, 0]);
  });

  it('a push service answering 500 is retried four times with growing back-off', async () => {
    const phone = await register(ana);
    answer(500);
    await beto.call('likePost', { postId });
    await later(5);
    const pauses: number[] = [];
    for (let tries = 1; tries < 5; tries++) {
      expect(messages(phone)).toHaveLength(tries);
      const [job] = await pushJobs();
      pauses.push((job!.run_at.getTime() - clock.getTime()) / 1000);
      await advanceTo(job!.run_at);
    }
    expect(pauses).toEqual([15, 60, 240, 960]);
    expect(messages(phone)).toHaveLength(5);
    expect(await pushJobs()).toEqual([]);
    answer(201);
    await beto.call('repostPost', { postId });
    await later(5);
    expect(messages(phone).at(-1)?.body).toBe('Beto hizo repost de tu publicación');
  });

  it('a push service answering 403 loses this push, and the next one is sent', async () => {
    const phone = await register(ana);
    answer(403);
    await beto.call('likePost', { postId });
    await later(5);
    await beto.call('repostPost', { postId });
    await later(5);
    expect(messages(phone)).toHaveLength(2);
    expect(await pushJobs()).toEqual([]);
  });
});

describe('push preferences', () => {
  const choose = (user: User, preferences: Partial<typeof defaultPushPreferences>) =>
    user.call('setPushPreferences', { ...defaultPushPreferences, ...preferences });

  it('by default every kind of push is sent at any hour', async () => {
    expect(await ana.call('getPushPreferences')).toEqual(defaultPushPreferences);
    const mine = { ...defaultPushPreferences, like: false, quiet: { from: '23:00', to: '07:30' } };
    await ana.call('setPushPreferences', mine);
    expect(await ana.call('getPushPreferences')).toEqual(mine);
    expect(await beto.call('getPushPreferences')).toEqual(defaultPushPreferences);
  });

  it('disabled kinds of push are not sent', async () => {
    const phone = await register(ana);
    const { handle } = (await ana.call('getProfile')).profile;
    await choose(ana, { like: false, comment: false, repost: false, mention: false, quote: false });
    await beto.call('likePost', { postId });
    await beto.call('repostPost', { postId });
    await beto.call('addComment', { postId, text: 'x' });
    await beto.call('publishPost', { text: `Hola @${handle}` });
    await beto.call('publishPost', { text: 'Mirá', quoteOf: postId });
    const admin = await site.user('Jefa');
    await db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
    await ana.call('reportContent', { uid: beto.uid, reason: 'spam' });
    const { items } = await admin.call('adminListReports', {});
    await admin.call('adminDecideReport', { reportId: items[0]!.id, state: 'dismissed' });
    await later(5);
    expect(messages(phone)).toEqual([]);
    await beto.call('followUser', { targetUid: ana.uid });
    await later(5);
    expect(messages(phone).map(({ body, url }) => [body, url])).toEqual([
      ['Beto empezó a seguirte', `/perfil/${beto.uid}`],
    ]);
  });

  it.each([true, false])(
    'a comment is pushed with 250 newer likes, when likes are wanted: %s',
    async (like) => {
      const phone = await register(ana);
      await choose(ana, { like });
      clock = new Date(clock.getTime() + 1_000);
      await beto.call('addComment', { postId, text: 'Golazo' });
      clock = new Date(clock.getTime() + 3_000);
      await insertLikes(250);
      await later(5);
      const likes = 'Alguien y más de 99 personas le dieron Me gusta a tu publicación\n';
      const comment = 'Beto comentó tu publicación';
      expect(messages(phone).map(({ body }) => body)).toEqual([
        like ? `${likes}${comment}` : `${comment}\nGolazo`,
      ]);
      expect(await pushJobs()).toEqual([]);
    },
  );

  it('a comment after more notifications than a job reads is pushed by the next job', async () => {
    const phone = await register(ana);
    await choose(ana, { like: false });
    clock = new Date(clock.getTime() + 3_000);
    await insertLikes(2_100);
    await beto.call('addComment', { postId, text: 'Golazo' });
    await later(5);
    expect(messages(phone)).toEqual([]);
    expect(await pushJobs()).toHaveLength(1);
    await later(5);
    expect(messages(phone).map(({ body }) => body)).toEqual(['Beto comentó tu publicación\nGolazo']);
    expect(await pushJobs()).toEqual([]);
  });

  it('a reply under a post that is hidden from the answered author by now is not pushed', async () => {
    const phone = await register(ana);
    const caro = await site.user('Caro');
    const { post } = await caro.call('publishPost', { text: 'De Caro' });
    const { comment } = await ana.call('addComment', { postId: post.id, text: 'Clarísimo' });
    await beto.call('addComment', { postId: post.id, text: 'Ni ahí', replyTo: comment.id });
    await caro.call('blockUser', { targetUid: ana.uid });
    await later(5);
    expect(messages(phone)).toEqual([]);
  });

  it('a reply is pushed as a comment is, and a like of a comment as a like of a post is', async () => {
    const phone = await register(ana);
    const { id: commentId } = (await ana.call('addComment', { postId, text: 'Clarísimo' })).comment;
    const react = async () => {
      await beto.call('likeComment', { postId, commentId });
      const { comment } = await beto.call('addComment', { postId, text: 'Ni ahí', replyTo: commentId });
      await later(5);
      const pushes = messages(phone).map(({ body, url }) => [body, url]);
      service.received.splice(0);
      await beto.call('unlikeComment', { postId, commentId });
      await beto.call('deleteComment', { postId, commentId: comment.id });
      await db.raw.query('DELETE FROM notifications WHERE uid = $1', [ana.uid]);
      return { pushes, replyId: comment.id };
    };
    await choose(ana, { like: false });
    const reply = await react();
    expect(reply.pushes).toEqual([
      ['Beto respondió tu comentario\nNi ahí', `/p/${postId}?comentario=${reply.replyId}`],
    ]);
    await choose(ana, { comment: false });
    expect((await react()).pushes).toEqual([
      ['Beto le dio Me gusta a tu comentario\nClarísimo', `/p/${postId}?comentario=${commentId}`],
    ]);
    await choose(ana, { like: false, comment: false });
    expect((await react()).pushes).toEqual([]);
  });

  it('replies and likes of comments by several people are told in one line each', async () => {
    const phone = await register(ana);
    const { id: commentId } = (await ana.call('addComment', { postId, text: 'Clarísimo' })).comment;
    const crowd = await site.users('Hincha', 3);
    for (const fan of crowd) {
      await fan.call('addComment', { postId, text: 'Ni ahí', replyTo: commentId });
      await fan.call('likeComment', { postId, commentId });
    }
    await later(5);
    expect(messages(phone)).toMatchObject([
      {
        body: expect.stringMatching(
          /^.+ y 2 más le dieron Me gusta a tu comentario\n.+ y 2 más te respondieron$/,
        ) as string,
        url: `/p/${postId}`,
        tag: `/p/${postId}`,
      },
    ]);
  });

  it('pushes in quiet hours are combined and sent when they end', async () => {
    const phone = await register(ana);
    clock = on(2, '03:00:00');
    await choose(ana, { quiet: { from: '23:00', to: '07:30' } });
    await beto.call('likePost', { postId });
    await later(5);
    await beto.call('repostPost', { postId });
    expect((await pushJobs()).map((job) => job.run_at)).toEqual([on(2, '10:30:00')]);
    await advanceTo(on(2, '10:29:00'));
    expect(messages(phone)).toEqual([]);
    await advanceTo(on(2, '10:30:00'));
    expect(messages(phone).map(({ body, unread }) => [body, unread])).toEqual([
      ['Beto hizo repost de tu publicación\nBeto le dio Me gusta a tu publicación', 2],
    ]);
  });

  it('held-back pushes are sent at once when the quiet hours are switched off', async () => {
    const phone = await register(ana);
    clock = on(3, '03:00:00');
    await choose(ana, { quiet: { from: '23:00', to: '07:30' } });
    await beto.call('likePost', { postId });
    await later(5);
    await choose(ana, {});
    await later(5);
    expect(messages(phone)).toHaveLength(1);
    expect(await pushJobs()).toEqual([]);
  });

  it.each([
    { from: '25:00', to: '07:00' },
    { from: '7:00', to: '08:00' },
    { from: '08:00', to: '08:00' },
  ])('invalid quiet hours %j are rejected', async (quiet) => {
    const { status } = await ana.ask('setPushPreferences', { ...defaultPushPreferences, quiet });
    expect(status).toBe(400);
  });
});
