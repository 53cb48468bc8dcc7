import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { defaultPreferences } from '../../../contract/src/calls/preferences.ts';
import type { PostView } from '../../../contract/src/calls/shapes.ts';
import { localDay, momentOf } from '../../../contract/src/rules/buenos-aires.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { addJob } from '../kernel/store/jobs.ts';
import { importClubs } from './actions/load-clubs.ts';
import { findClubs } from './store/clubs.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;
let jefa: User;
const clock = { at: new Date() };
const hour = 3_600_000;

beforeAll(async () => {
  site = await openSite(db, { now: () => clock.at });
  [ana, beto, jefa] = [await site.user('Ana'), await site.user('Beto'), await site.user('Jefa')];
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
});
afterAll(() => site.close());

const publish = async (who: User, text = 'Vamos') => (await who.call('publishPost', { text })).post;
const idsOf = ({ items }: { items: readonly PostView[] }) => items.map(({ id }) => id);
const fansOf = async (viewer: User, slug: string) =>
  (await viewer.call('getClubMembers', { slug })).items.map(({ displayName }) => displayName);

async function fan(name: string, club: string): Promise<User> {
  const who = await site.user(name);
  await who.call('setClub', { club, show: true });
  return who;
}

it('the list of clubs is small, for anyone, and not sent again while it is the same', async () => {
  const { status, headers, body, text } = await site.visitor().ask('getClubs');
  expect([status, headers['cache-control'], body.items.length]).toEqual([200, 'max-age=86400', 128]);
  expect(gzipSync(text).length).toBeLessThanOrEqual(6 * 1024);
  expect(body.items.find(({ slug }) => slug === 'newells')).toMatchObject({
    name: 'Newell’s Old Boys',
    colours: ['#D6001C', '#111111'],
    aliases: ['leproso', 'leprosos', 'newells'],
  });
  const etag = String(headers['etag']);
  for (const header of [etag, `W/${etag}`, `"otra", ${etag}`]) {
    const again = await site.visitor().ask('getClubs', {}, { 'if-none-match': header });
    expect([again.status, again.text]).toEqual([304, '']);
  }
});

it('a retired club stays so at an import without that column, and anything but si and no is refused', async () => {
  const header = 'slug;name;short;division;place;pattern;c1;c2;c3;aliases;check';
  const line = 'retirado;Retirado;Retirado;otro;;liso;#112233;#445566;;;';
  const load = (text: string) => importClubs(writesOn(db), text);
  const isActive = async () =>
    (await findClubs(db)).find(({ club }) => club.slug === 'retirado')?.club.active;
  await load(`${header};active\n${line};no`);
  expect(await load(`${header}\n${line.replace('#112233', '#778899')}`)).toMatchObject({ changed: 1 });
  expect(await isActive()).toBe(false);
  await expect(load(`${header};active\n${line};No`)).rejects.toThrow('Line 2: active is neither si nor no');
  await expect(load(`${header}\n${line}sí`)).rejects.toThrow('Line 2: check is neither si nor no');
  await load(`${header};active\n${line};si`);
  expect(await isActive()).toBe(true);
});

it('a club whose colours nobody has confirmed is grey until an import confirms them', async () => {
  const atenas = async () => {
    const { club } = await ana.call('getClub', { slug: 'godoy-cruz' });
    const { club: other } = await ana.call('getClub', { slug: 'acassuso' });
    return [club.colours, other.colours, other.short];
  };
  expect(await atenas()).toEqual([['#0B2A6F', '#FFFFFF'], ['#6B7280', '#E5E7EB'], 'Acassuso']);
  const file =
    'slug;name;short;division;place;pattern;c1;c2;c3;aliases;check;active\n' +
    'acassuso;Acassuso;Acassuso FC;nacional;Boulogne;bastones;#0B2A6F;#FFFFFF;;;;\n' +
    'nuevo;Nuevo;Nuevo;otro;;liso;#0B2A6F;#FFFFFF;;;;\n' +
    'platense;Platense;Platense;primera;Vicente López;franja;#FFFFFF;#5A3A22;;calamar|calamares;;no\n';
  const imported = await importClubs(writesOn(db), file);
  expect(imported).toEqual({ added: 1, changed: 2, same: 0 });
  expect(await importClubs(writesOn(db), file)).toEqual({ added: 0, changed: 0, same: 3 });
  await addJob(db, 'publish-facts', { facts: [{ type: 'clubs-changed' }] });
  await drainJobs(db);
  expect((await atenas()).slice(1)).toEqual([['#0B2A6F', '#FFFFFF'], 'Acassuso FC']);
  // A start leaves it as the operator changed it.
  const later = await openSite(db);
  expect((await later.visitor().call('getClubs')).items.find(({ slug }) => slug === 'acassuso')?.short).toBe(
    'Acassuso FC',
  );
  await later.close();
  const retired = await ana.ask('setClub', { club: 'platense', show: true });
  expect([retired.status, retired.body.error?.code]).toEqual([400, 'invalid-argument']);
  const { items } = await jefa.call('adminListAudit');
  expect(items[0]).toMatchObject({ action: 'clubs-imported', actor: null });
});

it('the club stands beside the name everywhere, and is gone at once when it is hidden', async () => {
  const rojo = await fan('Roja', 'independiente');
  const { id: postId } = await publish(rojo);
  const { id: own } = await publish(ana);
  await rojo.call('addComment', { postId: own, text: 'Aguante' });
  await ana.call('publishPost', { text: 'Cito', quoteOf: postId });
  await rojo.call('followUser', { targetUid: ana.uid });
  await drainJobs(db);
  const shownClubs = async () => {
    const { items } = await ana.call('getNotifications');
    return {
      post: (await ana.call('getPost', { postId })).post.authorClub,
      quoted: (await ana.call('getFeed', { tab: 'paraVos' })).items[0]?.quoted?.authorClub,
      comment: (await ana.call('getComments', { postId: own })).items[0]?.authorClub,
      profile: (await ana.call('getProfile', { uid: rojo.uid })).profile.club,
      row: (await ana.call('getFollowers', { uid: ana.uid })).items[0]?.club,
      search: (await ana.call('searchUsers', { q: 'Roja' })).items[0]?.club,
      actor: items.find(({ actorId }) => actorId === rojo.uid)?.actorClub,
      grouped: (await ana.call('getNotifications', { grouped: 'true' })).items[0]?.actorClub,
    };
  };
  const all = Object.values(await shownClubs());
  expect(all).toEqual(all.map(() => 'independiente'));
  expect(await fansOf(ana, 'independiente')).toEqual(['Roja']);
  await rojo.call('setClub', { club: 'independiente', show: false });
  const none = Object.values(await shownClubs());
  expect(none).toEqual(none.map(() => undefined));
  expect(await fansOf(ana, 'independiente')).toEqual([]);
  expect((await rojo.call('getProfile')).ownClub).toMatchObject({ club: 'independiente', show: false });
  expect((await ana.call('getProfile', { uid: rojo.uid })).ownClub).toBeUndefined();
});

it('the club and whether it is shown change one without the other, and only its owner sees a hidden one', async () => {
  const who = await fan('Discreta', 'ferro');
  await who.call('setClub', { show: false });
  expect(await who.call('setClub', { club: 'almagro' })).toMatchObject({ club: 'almagro', show: false });
  const own = async () => (await who.call('getSession')).user;
  expect(await own()).toMatchObject({ hiddenClub: 'almagro' });
  expect((await who.call('getProfile')).profile).toMatchObject({ hiddenClub: 'almagro' });
  expect((await ana.call('getProfile', { uid: who.uid })).profile).not.toHaveProperty('hiddenClub');
  expect(await who.call('setClub', { show: true })).toMatchObject({ club: 'almagro', show: true });
  expect(await own()).not.toHaveProperty('hiddenClub');
  expect((await own())?.club).toBe('almagro');
});

it('a club’s posts are those of people who showed it then and still do, one’s own at once', async () => {
  const [una, otra] = [await fan('Una', 'racing'), await fan('Otra', 'racing')];
  const list = async (viewer: User) => idsOf(await viewer.call('getClubPosts', { slug: 'racing' }));
  await list(una);
  const { id: first } = await publish(una);
  expect(await list(una)).toEqual([first]);
  const { id: second } = await publish(otra);
  await publish(beto);
  await drainJobs(db);
  // Another process, whose caches know nothing of the facts.
  const later = await openSite(db);
  const stranger = later.visitor({}, ana.cookies);
  expect(idsOf(await stranger.call('getClubPosts', { slug: 'racing' }))).toEqual([second, first]);
  expect(idsOf(await stranger.call('getFeed', { tab: 'paraVos', club: 'racing' }))).toEqual([second, first]);
  await later.close();
  await ana.call('muteUser', { targetUid: otra.uid });
  expect(await list(ana)).toEqual([first]);
  await ana.call('unmuteUser', { targetUid: otra.uid });
  await otra.call('setClub', { club: 'racing', show: false });
  expect(await list(ana)).toEqual([first]);
  await publish(otra, 'Mientras lo oculta');
  await otra.call('setClub', { club: 'racing', show: true });
  expect(await list(ana)).toEqual([second, first]);
  await una.call('deletePost', { postId: first });
  await drainJobs(db);
  expect(await list(ana)).toEqual([second]);
  const { rows } = await db.raw.query("SELECT post_id FROM club_posts WHERE club = 'racing'");
  expect(rows.map(({ post_id: id }) => id as string)).toEqual([second]);
  for (const input of [
    { tab: 'siguiendo', club: 'racing' },
    { tab: 'paraVos', club: 'nadie' },
  ])
    expect((await ana.ask('getFeed', input)).status).toBe(input.club === 'nadie' ? 404 : 400);
});

it('pages of a club’s posts and fans repeat nobody and leave nobody out', async () => {
  const fans: User[] = [];
  for (let i = 0; i < 45; i++) fans.push(await fan(`Canalla ${i}`, 'rosario-central'));
  const followees = fans.slice(3, 6);
  const viewer = await site.user('Mira');
  for (const { uid } of followees) await viewer.call('followUser', { targetUid: uid });
  await viewer.call('blockUser', { targetUid: fans[10]!.uid });
  const uids: string[] = [];
  const following: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { uid: string }[]; following: string[]; cursor: string | null } = await viewer.call(
      'getClubMembers',
      { slug: 'rosario-central', ...(cursor && { cursor }) },
    );
    expect(page.items.length).toBeLessThanOrEqual(20);
    uids.push(...page.items.map(({ uid }) => uid));
    following.push(...page.following);
    ({ cursor } = page);
  } while (cursor !== null);
  expect(uids.slice(0, 3).toSorted()).toEqual(followees.map(({ uid }) => uid).toSorted());
  expect(following.toSorted()).toEqual(followees.map(({ uid }) => uid).toSorted());
  const expected = fans.filter((_, i) => i !== 10).map(({ uid }) => uid);
  expect(uids.toSorted()).toEqual(expected.toSorted());

  const posts: string[] = [];
  for (const who of fans.slice(20, 45)) posts.push((await publish(who)).id);
  await drainJobs(db);
  const read: string[] = [];
  cursor = null;
  do {
    const page: { items: PostView[]; cursor: string | null } = await viewer.call('getClubPosts', {
      slug: 'rosario-central',
      ...(cursor && { cursor }),
    });
    read.push(...idsOf(page));
    ({ cursor } = page);
  } while (cursor !== null);
  expect(read).toEqual(posts.toReversed());
});

it('a fan is listed also beyond the followees that are looked for first', async () => {
  const [first, second] = [await fan('Tripera Una', 'gimnasia-lp'), await fan('Tripera Otra', 'gimnasia-lp')];
  const viewer = await site.user('Sigue a miles');
  await db.raw.query(
    `INSERT INTO follows (follower, followee, created_at)
     SELECT $1, lpad(to_hex(n), 32, '0')::uuid, now() FROM generate_series(1, 1001) AS n`,
    [viewer.uid],
  );
  await viewer.call('followUser', { targetUid: first.uid });
  const { items, following } = await viewer.call('getClubMembers', { slug: 'gimnasia-lp' });
  expect(items.map(({ uid }) => uid)).toEqual([second.uid, first.uid]);
  expect(following).toEqual([first.uid]);
});

it('fans are counted without hidden ones, who leave the list at once', async () => {
  const [una, otra] = [await fan('Pincha Una', 'estudiantes-lp'), await fan('Pincha Otra', 'estudiantes-lp')];
  const count = async () => {
    await addJob(db, 'count-club-members', {});
    await drainJobs(db);
    return (await ana.call('getClub', { slug: 'estudiantes-lp' })).club.members;
  };
  expect(await count()).toBe(2);
  expect((await una.call('getClub', { slug: 'estudiantes-lp' })).club.isMine).toBe(true);
  await jefa.call('adminSetUserSuspended', { targetUid: otra.uid, suspended: true });
  expect(await fansOf(ana, 'estudiantes-lp')).toEqual(['Pincha Una']);
  expect(await count()).toBe(1);
  await jefa.call('adminSetUserSuspended', { targetUid: otra.uid, suspended: false });
  expect(await count()).toBe(2);
  await una.call('setClub', { club: null, show: true });
  expect(await fansOf(ana, 'estudiantes-lp')).toEqual(['Pincha Otra']);
  expect(await count()).toBe(1);
});

it('a preference stays until it is changed', async () => {
  expect(await ana.call('getPreferences')).toEqual({ preferences: defaultPreferences });
  expect(await ana.call('setPreferences', { hideClubs: true })).toMatchObject({
    preferences: { hideClubs: true },
  });
  expect(await ana.call('setPreferences', {})).toMatchObject({ preferences: { hideClubs: true } });
  expect(await beto.call('getPreferences')).toEqual({ preferences: defaultPreferences });
});

it('where clubs are off nobody has one, and the feed of a club is refused', async () => {
  const who = await fan('Apagada', 'boca');
  const off = await openSite(db, { features: [] });
  const visitor = off.visitor({}, who.cookies);
  const { profile, ownClub } = await visitor.call('getProfile');
  expect([profile.club, ownClub]).toEqual([undefined, undefined]);
  for (const [name, input] of [
    ['getFeed', { tab: 'paraVos', club: 'boca' }],
    ['getClubPosts', { slug: 'boca' }],
    ['getClubs', {}],
  ] as const)
    expect((await visitor.ask(name, input)).body.error).toMatchObject({ reason: 'feature-off' });
  await off.close();
});

// Last: the clock goes on for a month.
it('the first choice and its first day are free; then once in 30 days, but leaving always works', async () => {
  const who = await site.user('Indecisa');
  const choose = (club: string | null) => who.ask('setClub', { club, show: true });
  expect((await choose('boca')).body).toEqual({ club: 'boca', show: true, changeableAt: null });
  clock.at = new Date(clock.at.getTime() + 23 * hour);
  expect((await choose('river')).body).toEqual({ club: 'river', show: true, changeableAt: null });
  clock.at = new Date(clock.at.getTime() + 2 * hour);
  const lastDay = localDay(new Date(clock.at.getTime() + 30 * 24 * hour));
  const changeableAt = momentOf(`${lastDay}T00:00`)!.toISOString();
  expect((await choose('racing')).body).toEqual({ club: 'racing', show: true, changeableAt });
  const refusal = await choose('boca');
  expect(refusal.body.error).toMatchObject({ code: 'failed-precondition', reason: 'club-too-soon' });
  expect(refusal.body.error?.message).toMatch(/^Podés cambiar de cuadro otra vez el \d+ de \p{L}+\.$/u);
  expect((await choose('racing')).status).toBe(200);
  expect((await choose(null)).body).toEqual({ club: null, show: true, changeableAt });
  expect((await choose('boca')).status).toBe(400);
  clock.at = new Date(clock.at.getTime() + 30 * 24 * hour);
  await who.call('signIn', { email: who.email, password: 'aguante' });
  expect((await choose('boca')).body.club).toBe('boca');
  expect((await choose('no-existe')).body.error?.code).toBe('invalid-argument');
  expect((await who.call('getProfile')).ownClub).toMatchObject({ club: 'boca', show: true });
});
