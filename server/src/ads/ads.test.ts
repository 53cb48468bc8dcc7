import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Ad } from '../../../contract/src/calls/ads.ts';
import type { Input } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { filmOf } from '../../test/films.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { Bus } from '../kernel/bus.ts';
import { newId } from '../kernel/ids.ts';
import { cleanUp } from '../operations/jobs/clean-up.ts';
import { DiskFiles } from '../platform/files/disk-files.ts';
import { Sessions } from '../sessions/actions/sessions.ts';
import { countAdViews } from './store/ad-days.ts';

const { db } = await cloneDatabase();
const begin = new Date('2026-11-21T15:00:00.000Z');
let clock = begin;
let site: TestSite;
let ana: User;
let jefa: User;

const hourMs = 3_600_000;
const hours = (count: number) => new Date(clock.getTime() + count * hourMs);

beforeAll(async () => {
  site = await openSite(db, { now: () => clock });
  ana = await site.user('Ana');
  jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
});
afterAll(() => site.close());
beforeEach(async () => {
  clock = begin;
  for (const { id } of (await jefa.call('adminListAds')).items)
    await jefa.call('adminDeleteAd', { adId: id });
});

const picture = () => solid(800, 400).png().toBuffer();
async function createAd(input: Partial<Input<'adminCreateAd'>> = {}): Promise<Ad> {
  const { key } = (await jefa.upload('ad', await picture())).body;
  return (await jefa.call('adminCreateAd', { linkUrl: 'https://ole.com.ar/nota', media: { key }, ...input }))
    .ad;
}
const adsOf = async (user: User = ana) => (await user.call('getAds')).items.map(({ id }) => id);
const today = async (adId: string) => (await jefa.call('adminAdStats', { adId })).days.at(-1);
const click = (adId: string, headers: Record<string, string> = {}, user = site.visitor()) =>
  user.ask('adRedirect', { adId }, headers);
const audited = async (adId: string) => {
  const sql = 'SELECT action, actor_uid, target_label FROM audit_log WHERE target_id = $1 ORDER BY id';
  return (await db.raw.query(sql, [adId])).rows;
};

async function runCleanUp(): Promise<void> {
  const writes = writesOn(db, { now: () => clock });
  await cleanUp({
    db,
    files: new DiskFiles(site.mediaFolder),
    log: { warn: () => {} },
    mailer: { removeOldFiles: async () => {} },
    now: writes.now,
    sessions: new Sessions(writes, new Bus()),
  });
}

describe('an ad', () => {
  it('a new ad is active, has defaults, and its file is served', async () => {
    const ad = await createAd({ linkUrl: 'www.ole.com.ar/nota' });
    expect(ad).toEqual({
      id: ad.id,
      title: '',
      text: '',
      linkUrl: 'https://www.ole.com.ar/nota',
      site: 'ole.com.ar',
      imageUrl: expect.stringMatching(new RegExp(`^/media/ads/${jefa.uid}/\\d{13}\\.jpg$`)),
      videoUrl: null,
      width: 800,
      height: 400,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      startAt: clock.toISOString(),
      endAt: null,
      status: 'active',
      capPerUserPerDay: 3,
      frequency: 6,
      createdAt: clock.toISOString(),
    });
    expect((await site.app.http.inject(ad.imageUrl ?? '')).statusCode).toBe(200);
    expect((await ana.call('getAds')).items).toEqual([ad]);
    expect(await audited(ad.id)).toEqual([
      { action: 'ad-created', actor_uid: jefa.uid, target_label: 'https://www.ole.com.ar/nota' },
    ]);
  });

  it('an ad may be a video', async () => {
    const { key } = (await jefa.upload('ad', filmOf(5_000))).body;
    const { ad } = await jefa.call('adminCreateAd', { linkUrl: 'ole.com.ar', media: { key } });
    expect([ad.imageUrl, ad.videoUrl]).toEqual([null, `/media/${key}`]);
  });

  it('the texts of an ad are cleaned, its site is kept as typed', async () => {
    const ad = await createAd({
      title: ' Camisetas \n al costo\u202e ',
      text: 'Hoy\r\nsolo',
      site: 'La tienda',
    });
    expect([ad.title, ad.text, ad.site]).toEqual(['Camisetas al costo', 'Hoy\nsolo', 'La tienda']);
  });

  it('repeated attempts create one ad', async () => {
    const { key } = (await jefa.upload('ad', await picture())).body;
    const input = { linkUrl: 'ole.com.ar', media: { key } };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [
      await jefa.call('adminCreateAd', input, headers),
      await jefa.call('adminCreateAd', input, headers),
    ];
    expect(second).toEqual(first);
    expect((await jefa.call('adminListAds')).items).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ linkUrl: '' }, 'Ingresá el enlace (link de destino).'],
    [{ linkUrl: undefined }, 'Ingresá el enlace (link de destino).'],
    [{ linkUrl: 'javascript:alert(1)' }, 'El enlace no es válido.'],
    [{ linkUrl: 'https://a:b@ole.com.ar' }, 'El enlace no es válido.'],
    [{ linkUrl: 'https://ole.com.ar/\u0001' }, 'El enlace no es válido.'],
    [{ linkUrl: `https://ole.com.ar/${'x'.repeat(2048)}` }, 'El enlace no es válido.'],
    [{ media: undefined }, 'Subí una imagen o un video para el anuncio.'],
    [{ media: { key: 'ads/x/1.jpg' } }, 'El archivo ya no está disponible. Volvé a subirlo.'],
    [{ endAt: '2026-11-21T14:00:00Z' }, 'El fin tiene que ser posterior al inicio.'],
    [{ startAt: '2026-99-21T14:00:00Z' }, 'La fecha no es válida.'],
    [{ startAt: '2026-02-30T10:00:00Z' }, 'La fecha no es válida.'],
    [{ endAt: '2027-02-29T10:00:00-03:00' }, 'La fecha no es válida.'],
    [{ capPerUserPerDay: 0 }, 'Tiene que ser un número entero de 1 a 1000.'],
    [{ capPerUserPerDay: -1 }, 'Tiene que ser un número entero de 1 a 1000.'],
    [{ frequency: 0 }, 'Tiene que ser un número entero de 2 a 1000.'],
    [{ frequency: 1 }, 'Tiene que ser un número entero de 2 a 1000.'],
    [{ title: 'x'.repeat(81) }, 'Hasta 80 caracteres.'],
  ])('creating an ad with %j fails and leaves the file for the next attempt', async (change, message) => {
    const { key } = (await jefa.upload('ad', await picture())).body;
    const input = { linkUrl: 'https://ole.com.ar', media: { key } };
    const { status, body } = await jefa.ask('adminCreateAd', { ...input, ...change });
    expect([status, body.error]).toEqual([400, { code: 'invalid-argument', message }]);
    expect((await jefa.ask('adminCreateAd', input)).status).toBe(200);
  });

  it.each(['status', 'createdAt', 'id', 'impressions'])(
    "an ad's %s cannot be set by its admin",
    async (field) => {
      const { key } = (await jefa.upload('ad', await picture())).body;
      const input = { linkUrl: 'ole.com.ar', media: { key }, [field]: 'paused' };
      expect((await jefa.ask('adminCreateAd', input)).status).toBe(400);
    },
  );

  it('an ad needs a file that its admin uploaded for an ad, and uses it once', async () => {
    const otro = await site.user('Otro');
    await db.raw.query('INSERT INTO admins VALUES ($1, now())', [otro.uid]);
    const post = (await jefa.upload('post', await picture())).body.key;
    const theirs = (await otro.upload('ad', await picture())).body.key;
    const usedKey = (await createAd()).imageUrl?.replace('/media/', '') ?? '';
    for (const key of [post, theirs, usedKey]) {
      const { status } = await jefa.ask('adminCreateAd', { linkUrl: 'ole.com.ar', media: { key } });
      expect([key, status]).toEqual([key, 400]);
    }
  });

  it('users who are not admins cannot upload ad files', async () => {
    expect((await ana.upload('ad', await picture())).status).toBe(403);
  });

  it('an unused ad file is deleted after a day', async () => {
    const { key, url } = (await jefa.upload('ad', await picture())).body;
    const remaining = await createAd();
    clock = hours(23);
    await runCleanUp();
    expect((await site.app.http.inject(url)).statusCode).toBe(200);
    clock = hours(2);
    await runCleanUp();
    expect((await site.app.http.inject(url)).statusCode).toBe(404);
    expect((await site.app.http.inject(remaining.imageUrl ?? '')).statusCode).toBe(200);
    expect((await jefa.ask('adminCreateAd', { linkUrl: 'ole.com.ar', media: { key } })).status).toBe(400);
  });
});

describe('shown ads', () => {
  it('ads are shown while active and within their dates, the most recently started first', async () => {
    const old = await createAd({ startAt: hours(-5).toISOString() });
    const ending = await createAd({ startAt: hours(-2).toISOString(), endAt: hours(1).toISOString() });
    const scheduled = await createAd({ startAt: hours(2).toISOString() });
    await createAd({ startAt: hours(-2).toISOString(), endAt: hours(-1).toISOString() });
    expect(await adsOf()).toEqual([ending.id, old.id]);
    clock = hours(1);
    expect(await adsOf()).toEqual([ending.id, old.id]);
    clock = new Date(clock.getTime() + 1);
    expect(await adsOf()).toEqual([old.id]);
    clock = hours(1);
    expect(await adsOf()).toEqual([scheduled.id, old.id]);
    clock = begin;
    expect(await adsOf()).toEqual([ending.id, old.id]);
  });

  it('changes to an ad take effect at once', async () => {
    const { id: adId } = await createAd();
    expect(await adsOf()).toEqual([adId]);
    const { ad } = await jefa.call('adminSetAdStatus', { adId, status: 'paused' });
    expect([ad.status, await adsOf()]).toEqual(['paused', []]);
    await jefa.call('adminSetAdStatus', { adId, status: 'paused' });
    await jefa.call('adminSetAdStatus', { adId, status: 'active' });
    expect(await adsOf()).toEqual([adId]);
    await jefa.call('adminDeleteAd', { adId });
    expect(await adsOf()).toEqual([]);
    expect((await audited(adId)).map(({ action }) => action)).toEqual([
      'ad-created',
      'ad-paused',
      'ad-reactivated',
      'ad-deleted',
    ]);
  });

  it('at most twenty ads are shown, and admins see the fifty newest', async () => {
    const { id: first } = await createAd({ title: 'La primera' });
    const { rows } = await db.raw.query<{ id: string }>(
      `INSERT INTO ads (id, link_url, media_key, media_type, start_at, created_at)
       SELECT ('ffffffff-0000-7000-8000-0000000000' || lpad(n::text, 2, '0'))::uuid, 'https://a.ar', 'k', 'image', $1, $1
       FROM generate_series(10, 59) AS n RETURNING id`,
      [hours(-1)],
    );
    clock = hours(0.1);
    const items = await adsOf();
    expect(items).toHaveLength(20);
    expect(items[0]).toBe(first);
    const ids = (await jefa.call('adminListAds')).items.map(({ id }) => id);
    expect(ids).toEqual(rows.map(({ id }) => id).toReversed());
  });
});

describe('an impression', () => {
  it('impressions count up to the cap per user and day', async () => {
    const { id: adId } = await createAd();
    const beto = await site.user('Beto');
    for (let i = 0; i < 4; i++) await ana.call('adImpression', { adId });
    await beto.call('adImpression', { adId });
    expect(await today(adId)).toEqual({ day: '2026-11-21', impressions: 4, clicks: 0 });
  });

  it('a hundred simultaneous impressions are counted exactly', async () => {
    const { id: adId } = await createAd();
    await Promise.all(Array.from({ length: 100 }, () => ana.call('adImpression', { adId })));
    expect(await today(adId)).toMatchObject({ impressions: 3 });
    const fans = await site.users('Hincha', 30);
    const taps = fans.flatMap((fan) => Array.from({ length: 5 }, () => fan.call('adImpression', { adId })));
    await Promise.all(taps);
    expect(await today(adId)).toMatchObject({ impressions: 3 + 90 });
  });

  it.each([1, 2, 3, 7, 100, 256])(
    'a batch of %d impressions counts each user once, up to the cap',
    async (size) => {
      const uids = Array.from({ length: size }, () => newId(begin)).toSorted();
      const views = { adId: newId(begin), day: '2026-11-21', cap: 2, uids };
      const count = () => db.transaction((tx) => countAdViews(tx, views));
      expect([await count(), await count(), await count()]).toEqual([size, size, 0]);
    },
  );

  it('impressions count per day in Buenos Aires', async () => {
    const { id: adId } = await createAd({ capPerUserPerDay: 1 });
    clock = new Date('2026-11-22T02:59:00.000Z');
    await ana.call('adImpression', { adId });
    await ana.call('adImpression', { adId });
    clock = new Date('2026-11-22T03:00:00.000Z');
    await ana.call('adImpression', { adId });
    const { days } = await jefa.call('adminAdStats', { adId });
    expect(days).toHaveLength(30);
    expect(days.slice(-2)).toEqual([
      { day: '2026-11-21', impressions: 1, clicks: 0 },
      { day: '2026-11-22', impressions: 1, clicks: 0 },
    ]);
  });

  it('impressions by admins or of hidden ads do not count, and unknown ads answer 404', async () => {
    const { id: adId } = await createAd();
    await jefa.call('adImpression', { adId });
    await jefa.call('adminSetAdStatus', { adId, status: 'paused' });
    await ana.call('adImpression', { adId });
    expect(await today(adId)).toMatchObject({ impressions: 0 });
    await jefa.call('adminDeleteAd', { adId });
    expect((await ana.ask('adImpression', { adId })).status).toBe(404);
  });

  it('impressions concurrent with the deletion of the ad leave nothing behind', async () => {
    const { id: adId } = await createAd();
    const fans = await site.users('Rápido', 8);
    const answers = await Promise.all([
      ...fans.map((fan) => fan.ask('adImpression', { adId })),
      jefa.ask('adminDeleteAd', { adId }),
      ...fans.map((fan) => fan.ask('adImpression', { adId })),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    const { rows } = await db.raw.query('SELECT 1 FROM ad_days WHERE ad_id = $1', [adId]);
    expect(rows).toEqual([]);
  });

  it('all waiting impressions fail together when the database is stuck', async () => {
    const { id: adId } = await createAd({ capPerUserPerDay: 10 });
    await ana.call('adImpression', { adId });
    const holder = await db.session();
    await holder.raw.query('BEGIN');
    await holder.raw.query('SELECT 1 FROM ad_days WHERE ad_id = $1 FOR UPDATE', [adId]);
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ana.ask('adImpression', { adId })));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    // The lock timeout is two seconds.
    expect(performance.now() - start).toBeLessThan(4_000);
    await holder.close();
    await ana.call('adImpression', { adId });
    expect(await today(adId)).toMatchObject({ impressions: 2 });
  });

  it('impressions are deleted per user once their day is over', async () => {
    const { id: adId } = await createAd();
    await ana.call('adImpression', { adId });
    const views = async () =>
      (await db.raw.query('SELECT 1 FROM ad_views WHERE ad_id = $1', [adId])).rowCount;
    clock = hours(24);
    await runCleanUp();
    expect(await views()).toBe(1);
    clock = hours(24);
    await runCleanUp();
    expect(await views()).toBe(0);
  });
});

describe('a click', () => {
  it('a click redirects anyone to the stored link without a referrer, and is counted', async () => {
    const { id: adId } = await createAd({ linkUrl: 'https://ole.com.ar/nota?a=1&b=ñ' });
    const { status, headers, text } = await click(adId);
    expect([status, headers['location'], text]).toEqual([302, 'https://ole.com.ar/nota?a=1&b=%C3%B1', '']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await click(adId, {}, ana);
    expect(await today(adId)).toEqual({ day: '2026-11-21', impressions: 0, clicks: 2 });
  });

  it('a click redirects to the link exactly as stored', async () => {
    const { id: adId } = await createAd({ linkUrl: 'http://Ole.com.ar' });
    expect((await click(adId)).headers['location']).toBe('http://Ole.com.ar');
  });

  it('a click ignores other URLs in its query', async () => {
    const { id: adId } = await createAd();
    const visitor = site.visitor();
    const strange = await visitor.ask('adRedirect', {
      adId,
      url: 'https://mal.example',
      next: '//mal.example',
    });
    expect([strange.status, strange.headers['location']]).toEqual([302, 'https://ole.com.ar/nota']);
    for (const id of ['x', crypto.randomUUID(), 'x\r\nlocation: https://mal.example']) {
      const { status, headers } = await click(id);
      expect([id, status, headers['location']]).toEqual([id, 404, undefined]);
    }
  });

  it('a click on a paused, ended or future ad leads to its link without counting', async () => {
    const paused = await createAd();
    await jefa.call('adminSetAdStatus', { adId: paused.id, status: 'paused' });
    const future = await createAd({ startAt: hours(1).toISOString() });
    const endedAd = await createAd({ startAt: hours(-2).toISOString(), endAt: hours(-1).toISOString() });
    for (const { id } of [paused, future, endedAd]) {
      const { status, headers } = await click(id);
      expect([status, headers['location']]).toEqual([302, 'https://ole.com.ar/nota']);
      expect(await today(id)).toMatchObject({ clicks: 0 });
    }
  });

  it('a click on a deleted ad leads to the feed, and a program gets 404', async () => {
    const { id } = await createAd();
    await jefa.call('adminDeleteAd', { adId: id });
    const response = await click(id, { accept: 'text/html,application/xhtml+xml;q=0.9' });
    expect([response.status, response.headers['location']]).toEqual([302, '/feed']);
    expect((await click(id)).status).toBe(404);
  });

  it('prefetches, images and admins do not count as clicks', async () => {
    const { id: adId } = await createAd();
    expect((await click(adId, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(302);
    expect((await click(adId, { purpose: 'prefetch' })).status).toBe(302);
    expect((await click(adId, { 'sec-fetch-dest': 'image' })).status).toBe(302);
    expect((await click(adId, {}, jefa)).status).toBe(302);
    const head = await site.app.http.inject({ method: 'HEAD', url: `/api/adRedirect?adId=${adId}` });
    expect(head.statusCode).toBe(404);
    expect(await today(adId)).toMatchObject({ clicks: 0 });
    await click(adId, { 'sec-fetch-dest': 'document' });
    expect(await today(adId)).toMatchObject({ clicks: 1 });
  });

  it('repeated clicks of a user or address count a few times but always redirect', async () => {
    const limitedSite = await openSite(db, { now: () => clock, rateLimits: true });
    const { id: adId } = await createAd();
    const visitor = limitedSite.visitor();
    for (let i = 0; i < 6; i++) expect((await visitor.ask('adRedirect', { adId })).status).toBe(302);
    expect(await today(adId)).toMatchObject({ clicks: 3 });
    for (const [cookie, value] of ana.cookies) visitor.cookies.set(cookie, value);
    for (let i = 0; i < 6; i++) expect((await visitor.ask('adRedirect', { adId })).status).toBe(302);
    expect(await today(adId)).toMatchObject({ clicks: 6 });
    await limitedSite.close();
  });

  it('a hundred simultaneous clicks are counted exactly', async () => {
    const { id: adId } = await createAd();
    await Promise.all(Array.from({ length: 100 }, () => click(adId)));
    expect(await today(adId)).toMatchObject({ clicks: 100 });
  });
});

describe('deleting an ad', () => {
  it('deleting an ad removes its file and its statistics', async () => {
    const { id: adId, imageUrl } = await createAd();
    await ana.call('adImpression', { adId });
    await jefa.call('adminDeleteAd', { adId });
    await drainJobs(db);
    expect((await site.app.http.inject(imageUrl ?? '')).statusCode).toBe(404);
    for (const name of ['adminDeleteAd', 'adminAdStats'] as const)
      expect((await jefa.ask(name, { adId })).status).toBe(404);
    expect((await jefa.ask('adminSetAdStatus', { adId, status: 'active' })).status).toBe(404);
    const { rows } = await db.raw.query('SELECT 1 FROM ad_days WHERE ad_id = $1', [adId]);
    expect(rows).toEqual([]);
  });
});

it.each(['adminListAds', 'adminCreateAd', 'adminSetAdStatus', 'adminDeleteAd', 'adminAdStats'] as const)(
  'users who are not admins are refused %s before anything is read',
  async (name) => {
    expect((await ana.ask(name, { nonsense: true })).status).toBe(403);
  },
);
