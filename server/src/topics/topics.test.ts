import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Input, Output } from '../../../contract/src/calls/all.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { moveCacheClock, resetCacheClock } from '../../test/cache-clock.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { plainContent } from '../../test/plain-content.ts';
import { refuseLargeRemovals } from '../../test/removal-limit.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { lastId, newId } from '../kernel/ids.ts';
import { addJob } from '../kernel/store/jobs.ts';
import { setSweepPosition } from '../kernel/store/sweeps.ts';
import { insertPosts } from '../posts/store/new-posts.ts';
import { insertUserPosts } from '../posts/store/post-lists.ts';
import { openControls } from '../posts/store/posts.ts';
import { indexTopics } from './actions/index-topics.ts';
import { listMissingTopics, repairTopics } from './actions/repair-topics.ts';
import { deleteOldTagUses } from './store/tag-uses.ts';

const { db, isCitus, lockWaits } = await cloneDatabase();
const dayMs = 86_400_000;
/** Noon in Buenos Aires, so that a test's minutes are of one day. */
const start = new Date('2026-11-18T15:00:00Z').getTime();
let now = start;
let site: TestSite;
let ana: User;
let beto: User;
let jefa: User;

beforeAll(async () => {
  site = await openSite(db, { mainUser: '', now: () => new Date(now) });
  [ana, beto, jefa] = [await site.user('Ana'), await site.user('Beto'), await site.user('Jefa')];
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
});
afterAll(() => site.close());
afterAll(resetCacheClock);

async function publish(who: User, text: string): Promise<string> {
  const { id } = (await who.call('publishPost', { text })).post;
  return id;
}

/** A post of another day, with its topics. */
async function publishDaysAgo(who: User, days: number, text: string): Promise<string> {
  const at = new Date(now - days * dayMs);
  const id = newId(at);
  const content = { ...plainContent, text };
  await db.transaction(async (tx) => {
    await insertPosts(tx, [{ ...content, ...openControls, id, ownerUid: who.uid, at }]);
    await insertUserPosts(tx, [{ ownerUid: who.uid, postId: id, hasMedia: false, club: null }]);
  });
  await indexTopics(writesOn(db, { now: () => new Date(now) }), { postId: id });
  return id;
}

const suggest = async (who: User, q: string) =>
  (await who.call('suggestTags', { q })).items.map(({ display }) => display);

const page = (who: User, tag: string, cursor?: string) =>
  who.call('getTag', { tag, ...(cursor !== undefined && { cursor }) });
const idsOf = ({ items }: Output<'getTag'>) => items.map(({ id }) => id);
const countsOf = ({ posts7d, people7d }: Output<'getTag'>) => [posts7d, people7d];

it('all spellings lead to one topic, año and ano to two', async () => {
  const [first, second] = [await publish(ana, 'Hoy #clasico'), await publish(beto, '¡#CLÁSICO! #Año')];
  await publish(beto, '#ano');
  await drainJobs(db);
  for (const tag of ['clasico', 'Clásico', 'CLASICO'])
    expect(await page(jefa, tag)).toMatchObject({
      tag: 'clasico',
      display: 'CLÁSICO',
      posts7d: 2,
      people7d: 2,
      items: [{ id: second }, { id: first }],
      cursor: null,
    });
  expect(idsOf(await page(jefa, 'año'))).toEqual([second]);
});

it('an unused topic is an empty page, and what is no topic is not found', async () => {
  expect(await page(ana, 'Nadie')).toEqual({
    tag: 'nadie',
    display: 'nadie',
    posts7d: 0,
    people7d: 0,
    items: [],
    cursor: null,
  });
  expect((await ana.ask('getTag', { tag: '10' })).status).toBe(404);
  expect((await ana.ask('getTag', { tag: 'a b' })).status).toBe(404);
});

it('one’s own post is there before the job runs', async () => {
  await publish(beto, 'Primero #alinstante');
  await drainJobs(db);
  await page(ana, 'alinstante');
  // No job can list it meanwhile.
  const other = await db.session();
  await other.raw.query('BEGIN; LOCK TABLE tags IN EXCLUSIVE MODE');
  const id = await publish(ana, 'Ahora #AlInstante');
  const own = idsOf(await page(ana, 'alinstante'));
  expect(own[0]).toBe(id);
  expect(idsOf(await page(beto, 'alinstante'))).toHaveLength(1);
  await other.close();
  // The job may have failed at the lock, or may do so yet.
  const listPost = async () => {
    await db.raw.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
    await drainJobs(db);
    expect(idsOf(await page(beto, 'alinstante'))).toEqual(own);
  };
  await vi.waitFor(listPost, { timeout: 10_000 });
  expect(idsOf(await page(ana, 'alinstante'))).toEqual(own);
});

it('an edit moves a post to its new topics, and a deletion takes it out, with the counts', async () => {
  const id = await publish(ana, 'Uno #seva #queda');
  const other = await publish(beto, '#seva');
  await drainJobs(db);
  await ana.call('editPost', { postId: id, text: 'Dos #llega #queda', link: '' });
  await drainJobs(db);
  expect(idsOf(await page(jefa, 'seva'))).toEqual([other]);
  expect(countsOf(await page(jefa, 'seva'))).toEqual([1, 1]);
  for (const tag of ['llega', 'queda']) expect(idsOf(await page(jefa, tag))).toEqual([id]);
  await ana.call('deletePost', { postId: id });
  await drainJobs(db);
  for (const tag of ['llega', 'queda'])
    expect(await page(jefa, tag)).toMatchObject({ posts7d: 0, items: [] });
  const { rows } = await db.raw.query('SELECT tag FROM tags WHERE tag = ANY($1)', [['llega', 'queda']]);
  expect(rows).toEqual([]);
});

it('an edit takes a post out of a topic that another edit added at the same time', async () => {
  const id = await publish(ana, 'Va #cruzada');
  await drainJobs(db);
  const write = async (client: { query: typeof db.raw.query }, text: string) => {
    for (const table of ['posts', 'post_summaries'])
      await client.query(`UPDATE ${table} SET text = $2 WHERE id = $1`, [id, text]);
  };
  await write(db.raw, 'Sin tema');
  const other = await db.raw.connect();
  await other.query('BEGIN');
  await write(other, 'Vuelve #cruzada');
  const edit = ana.call('editPost', { postId: id, text: 'Nada', link: '' });
  await expect.poll(lockWaits).toBe(1);
  await other.query('COMMIT');
  other.release();
  await edit;
  await drainJobs(db);
  expect(idsOf(await page(jefa, 'cruzada'))).toEqual([]);
});

it('the first ten topics of a post are indexed', async () => {
  const id = await publish(ana, Array.from({ length: 12 }, (_, i) => `#muchos${i}`).join(' '));
  await drainJobs(db);
  expect(idsOf(await page(beto, 'muchos9'))).toEqual([id]);
  expect(idsOf(await page(beto, 'muchos10'))).toEqual([]);
});

it('people of seven days count once each, whatever the order in which their posts are listed', async () => {
  await publishDaysAgo(ana, 6, '#semana');
  await publishDaysAgo(ana, 0, '#semana');
  const middle = await publishDaysAgo(ana, 3, '#semana');
  await publishDaysAgo(beto, 2, '#semana');
  await publishDaysAgo(jefa, 7, '#semana');
  await publishDaysAgo(jefa, 40, '#semana');
  const last = await publishDaysAgo(ana, 0, '#semana');
  expect(countsOf(await page(ana, 'semana'))).toEqual([5, 2]);
  await ana.call('deletePost', { postId: last });
  await ana.call('deletePost', { postId: middle });
  await drainJobs(db);
  expect(countsOf(await page(ana, 'semana'))).toEqual([3, 2]);
  expect(await repairTopics(writesOn(db, { now: () => new Date(now) }))).toBe(0);
});

it('no post shows twice over five pages while others publish, and none is missed', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 45; i++) ids.unshift(await publishDaysAgo(beto, (45 - i) / 100, `#paginas ${i}`));
  const pageIds: string[] = [];
  let cursor: string | undefined;
  for (let i = 0; i < 5; i++) {
    const answer = await page(ana, 'paginas', cursor);
    pageIds.push(...idsOf(answer));
    cursor = answer.cursor ?? undefined;
    await publish(beto, '#paginas nueva');
    await drainJobs(db);
  }
  expect(pageIds).toEqual(ids);
  expect(cursor).toBeUndefined();
});

it('blocks, mutes and muted words leave posts out, and others fill the page', async () => {
  const hidden = await site.users('Pesado', 2);
  const viewer = await site.user('Lectora');
  const pageIds: string[] = [];
  for (let i = 0; i < limits.feedPage; i++) {
    pageIds.unshift(await publish(ana, `#tribuna ${i}`));
    for (const who of hidden) await publish(who, '#tribuna');
    await publish(beto, '#tribuna penal');
  }
  await drainJobs(db);
  await viewer.call('blockUser', { targetUid: hidden[0]!.uid });
  await viewer.call('muteUser', { targetUid: hidden[1]!.uid });
  await viewer.call('setMutedWords', { words: ['penal'] });
  const answer = await page(viewer, 'tribuna');
  expect(idsOf(answer)).toEqual(pageIds);
  // A muted topic is hidden with all its posts; the word without '#' stays in other posts.
  await viewer.call('setMutedWords', { words: ['#tribuna'] });
  expect(idsOf(await page(viewer, 'tribuna'))).toEqual([]);
  expect(await suggest(viewer, 'tribu')).toEqual([]);
  expect(await suggest(ana, 'tribu')).toEqual(['tribuna']);
});

it('a suspended user is in no topic and no count until the suspension ends', async () => {
  const who = await site.user('Rata');
  const id = await publish(who, '#Suspendida');
  await drainJobs(db);
  await jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: true });
  await drainJobs(db);
  expect(await page(ana, 'suspendida')).toMatchObject({ posts7d: 0, people7d: 0, items: [] });
  expect((await db.raw.query('SELECT FROM tag_posts WHERE owner_uid = $1', [who.uid])).rowCount).toBe(0);
  await jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: false });
  await drainJobs(db);
  expect(await page(ana, 'suspendida')).toMatchObject({ posts7d: 1, people7d: 1, items: [{ id }] });
});

it('an account that is leaving is in no topic, and comes back with its cancellation', async () => {
  const who = await site.user('Ida');
  await publish(who, '#Despedida');
  await drainJobs(db);
  await who.call('deleteAccount', { uid: who.uid, password: 'aguante' });
  await drainJobs(db);
  expect(await page(ana, 'despedida')).toMatchObject({ posts7d: 0, items: [] });
  await site.visitor().call('signIn', { email: who.email, password: 'aguante' });
  await drainJobs(db);
  expect(await page(ana, 'despedida')).toMatchObject({ posts7d: 1, people7d: 1 });
});

it('the display is the first spelling with a capital inside, else the first', async () => {
  for (const text of [
    '#riverplate',
    '#Riverplate',
    '#RiverPlate',
    '#RIVERPLATE',
    '#solominusculas',
    '#Solominusculas',
  ]) {
    await publish(ana, text);
    await drainJobs(db);
  }
  expect((await page(beto, 'riverplate')).display).toBe('RiverPlate');
  expect((await page(beto, 'solominusculas')).display).toBe('solominusculas');
});

it('the display stays the first such spelling after a suspension of everybody who used it', async () => {
  const who = await site.user('Monu');
  await publishDaysAgo(who, 3, '#estadioMonumental');
  // More than a page of the author's list.
  for (let i = 0; i < 45; i++) await publishDaysAgo(who, 2, `Fecha ${i}`);
  await publishDaysAgo(who, 1, '#EstadioMonumental');
  await publish(who, '#ESTADIOMONUMENTAL');
  await drainJobs(db);
  await jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: true });
  await drainJobs(db);
  expect((await page(ana, 'estadiomonumental')).display).toBe('estadiomonumental');
  await jefa.call('adminSetUserSuspended', { targetUid: who.uid, suspended: false });
  await drainJobs(db);
  expect(await page(ana, 'estadiomonumental')).toMatchObject({
    display: 'estadioMonumental',
    posts7d: 3,
  });
});

it('an admin changes the display and hides a topic from completion, and the log has both', async () => {
  // After the suspensions of other tests: the log has entries of one moment in any order.
  now += 60_000;
  const id = await publish(ana, '#maradonanisimo');
  await drainJobs(db);
  const set = (input: object) => jefa.ask('adminSetTag', { tag: 'Maradonanisimo', ...input });
  expect((await set({ display: 'otracosa' })).status).toBe(400);
  expect((await set({ display: 'MaradonAnísimo' })).body).toEqual({
    topic: { tag: 'maradonanisimo', display: 'MaradonAnísimo', hidden: false },
  });
  await publish(beto, '#MARADONANISIMO');
  await drainJobs(db);
  expect(await suggest(ana, 'maradonan')).toEqual(['MaradonAnísimo']);
  expect((await set({ hidden: true })).status).toBe(200);
  expect((await set({ hidden: true })).status).toBe(200);
  expect(await suggest(ana, 'maradonani')).toEqual([]);
  expect(idsOf(await page(ana, 'maradonanisimo'))).toContain(id);
  expect((await page(jefa, 'maradonanisimo')).hidden).toBe(true);
  expect((await page(ana, 'maradonanisimo')).hidden).toBeUndefined();
  const { items } = await jefa.call('adminListAudit');
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'topic-hidden', target: { id: 'maradonanisimo', label: '#MaradonAnísimo' } },
    { action: 'topic-renamed', note: 'Antes: #maradonanisimo' },
  ]);
  expect((await ana.ask('adminSetTag', { tag: 'maradonanisimo', hidden: false })).status).toBe(403);
});

it('a hidden topic leaves completion within a minute, in whatever order prefixes were asked for', async () => {
  await publish(ana, '#chilenita');
  await drainJobs(db);
  // The list of the most used ones may be older than the post.
  await moveCacheClock(61_000);
  expect(await suggest(ana, 'chilen')).toEqual(['chilenita']);
  await jefa.call('adminSetTag', { tag: 'chilenita', hidden: true });
  await moveCacheClock(27_000);
  await suggest(ana, 'chileni');
  await moveCacheClock(32_000);
  expect(await suggest(ana, 'chileni')).toEqual([]);
});

it('a topic that was hidden before anybody used it is shown as its first post spells it', async () => {
  await jefa.call('adminSetTag', { tag: 'relampago', hidden: true });
  await publish(ana, '#Relámpago');
  await drainJobs(db);
  expect((await page(beto, 'relampago')).display).toBe('Relámpago');
  await jefa.call('adminSetTag', { tag: 'relampago', hidden: false });
  expect(await suggest(ana, 'relampag')).toEqual(['Relámpago']);
});

it('of two admins who change an unused topic at once neither undoes the other, and the log has each change once', async () => {
  const tags = Array.from({ length: 20 }, (_, n) => `rareza${n}x`);
  const set = (input: Input<'adminSetTag'>) => jefa.call('adminSetTag', input);
  await Promise.all(
    tags.flatMap((tag) => [
      set({ tag, hidden: true }),
      set({ tag, hidden: true }),
      set({ tag, display: tag.toUpperCase() }),
    ]),
  );
  const { rows } = await db.raw.query(
    'SELECT hidden, display = upper(tag) AS renamed FROM tags WHERE tag = ANY($1)',
    [tags],
  );
  expect(rows).toEqual(tags.map(() => ({ hidden: true, renamed: true })));
  const { rows: changes } = await db.raw.query(
    'SELECT count(*)::int FROM audit_log WHERE target_id = ANY($1) GROUP BY target_id',
    [tags],
  );
  expect(changes).toEqual(tags.map(() => ({ count: 2 })));
});

it('completion lists five topics of the last 30 days, most people first', async () => {
  for (const [who, text] of [
    [ana, '#pelotazo #pelota #pelusa #peludo #pelado #pelaje'],
    [beto, '#Pelusa #peludo'],
    [jefa, '#pelusa'],
  ] as const)
    await publishDaysAgo(who, 1, text);
  await publishDaysAgo(ana, 31, '#pelopincho');
  expect(await suggest(ana, 'pelo')).toEqual(['pelota', 'pelotazo']);
  expect(await suggest(ana, 'PEL')).toEqual(['pelusa', 'peludo', 'pelado', 'pelaje', 'pelota']);
  expect((await ana.ask('suggestTags', { q: 'p' })).status).toBe(400);
});

it('uses older than nine days are removed, and the counts stay', async () => {
  await publishDaysAgo(ana, 8, '#viejo');
  await publishDaysAgo(beto, 5, '#viejo');
  now += 2 * dayMs - 3_600_000;
  await addJob(db, 'clean-up', {});
  await drainJobs(db);
  const { rows } = await db.raw.query("SELECT uid FROM tag_uses WHERE tag = 'viejo'");
  expect(rows).toEqual([{ uid: beto.uid }]);
  expect((await db.raw.query("SELECT FROM tag_days WHERE tag = 'viejo'")).rowCount).toBe(1);
});

it.skipIf(isCitus)('the old uses of one topic are removed in batches of a thousand', async () => {
  await db.raw.query(
    `INSERT INTO tag_uses SELECT 'gol', '2026-01-01', gen_random_uuid(), 1, now() FROM generate_series(1, 2500)`,
  );
  await refuseLargeRemovals(db, 'tag_uses');
  await deleteOldTagUses(db, '2026-01-02');
  await db.raw.query('DROP TRIGGER refuse_many ON tag_uses');
  expect((await db.raw.query("SELECT FROM tag_uses WHERE tag = 'gol'")).rowCount).toBe(0);
});

const dump = async () => {
  const { rows } = await db.raw.query(
    `SELECT 'post' AS kind, tag, post_id::text AS id, '' AS more FROM tag_posts
     UNION ALL SELECT 'use', tag, day::text || uid, posts::text FROM tag_uses
     UNION ALL SELECT 'day', tag, day::text, concat_ws(' ', posts, people, latest) FROM tag_days WHERE posts > 0
     ORDER BY 1, 2, 3`,
  );
  return rows as object[];
};

it('posts from before topics are listed once, and a repair rebuilds what is wrong', async () => {
  await drainJobs(db);
  const writes = writesOn(db, { now: () => new Date(now) });
  await repairTopics(writes);
  const right = await dump();
  for (const table of ['tag_posts', 'tag_uses', 'tag_days', 'tags'])
    await db.raw.query(`DELETE FROM ${table}`);
  await db.raw.query("DELETE FROM walks WHERE name = 'topics'");
  await addJob(db, 'index-earlier-topics', {});
  await drainJobs(db);
  expect(await dump()).toEqual(right);
  const [{ rows: walks }, { rows: posts }] = [
    await db.raw.query("SELECT last FROM walks WHERE name = 'topics'"),
    await db.raw.query<{ id: string }>('SELECT id FROM posts ORDER BY id'),
  ];
  expect(walks).toEqual([{ last: lastId }]);
  await setSweepPosition(db, 'topics', lastId);

  await db.raw.query("DELETE FROM tag_posts WHERE tag = 'semana'");
  await db.raw.query(
    "INSERT INTO tag_posts SELECT 'paginas', id, owner_uid FROM posts WHERE text = '#semana'",
  );
  await db.raw.query("UPDATE tag_days SET latest = latest + 3, posts = 99 WHERE tag = 'clasico'");
  await db.raw.query("DELETE FROM tag_uses WHERE tag = 'tribuna'");
  const ids = posts.map(({ id }) => id);
  expect((await listMissingTopics(writes, ids)) + (await repairTopics(writes))).toBeGreaterThan(3);
  expect(await dump()).toEqual(right);
  expect((await listMissingTopics(writes, ids)) + (await repairTopics(writes))).toBe(0);
});
