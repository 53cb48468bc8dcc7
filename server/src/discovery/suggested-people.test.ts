import { afterEach, beforeEach, expect, it } from 'vitest';

import { limits } from '../../../contract/src/rules/limits.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { addJob } from '../kernel/store/jobs.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;

beforeEach(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
});
afterEach(async () => {
  await site.close();
  // The people of one test must not be suggested in the next one.
  for (const table of ['post_counters', 'posts', 'user_posts', 'suggested_people', 'club_suggestions'])
    await db.raw.query(`DELETE FROM ${table}`);
});

async function refresh(): Promise<void> {
  await addJob(db, 'refresh-suggestions', {});
  await addJob(db, 'publish-facts', { facts: [{ type: 'everything-changed' }] });
  await drainJobs(db);
}

const publish = async (who: User) => (await who.call('publishPost', { text: '¡Qué partido!' })).post.id;
const age = (users: readonly User[], days: number) =>
  db.raw.query(`UPDATE users SET created_at = now() - make_interval(days => $2) WHERE uid = ANY($1)`, [
    users.map(({ uid }) => uid),
    days,
  ]);
const suggestions = async (viewer: User) => (await viewer.call('getSuggestedPeople')).items;
const suggestedTo = async (viewer: User) => (await suggestions(viewer)).map(({ profile }) => profile.uid);

/** Each new user has one post; the last user's post is the newest. */
async function authors(name: string, count: number): Promise<User[]> {
  const users = await site.users(name, count);
  for (const who of users) await publish(who);
  return users;
}

it('suggests first those on whose posts most other people acted, whatever each one did more than once', async () => {
  const [ownFan, busy, popular] = (await authors('Autora', 3)) as [User, User, User];
  const fans = await site.users('Hincha', 3);
  for (const fan of fans) await fan.call('likePost', { postId: await publish(popular) });
  const postId = await publish(busy);
  for (let i = 0; i < 9; i++) await fans[0]!.call('addComment', { postId, text: `${i}` });
  await fans[1]!.call('likePost', { postId });
  // An author's own activity does not count.
  const own = await publish(ownFan);
  for (let i = 0; i < 9; i++) await ownFan.call('addComment', { postId: own, text: `${i}` });
  await fans[2]!.call('likePost', { postId: own });
  await refresh();
  const uids = await suggestedTo(ana);
  expect(uids.slice(0, 3)).toEqual([popular.uid, busy.uid, ownFan.uid]);
});

it('counts only what happened in the last 30 days', async () => {
  const [past, present] = (await authors('Autora', 2)) as [User, User];
  const fans = await site.users('Hincha', 3);
  const old = await publish(past);
  for (const fan of fans) await fan.call('likePost', { postId: old });
  await db.raw.query("UPDATE likes SET created_at = now() - interval '31 days' WHERE post_id = $1", [old]);
  await fans[0]!.call('likePost', { postId: await publish(present) });
  await refresh();
  expect((await suggestedTo(ana))[0]).toBe(present.uid);
});

it('suggests nobody whom the viewer follows, blocked, muted, or was blocked by, and never the viewer', async () => {
  const [followee, blockedUser, blocker, mutedUser, other] = (await authors('Autora', 5)) as [
    User,
    User,
    User,
    User,
    User,
  ];
  await publish(ana);
  await refresh();
  const everybody = [followee, blockedUser, blocker, mutedUser, other].map(({ uid }) => uid);
  expect((await suggestedTo(ana)).toSorted()).toEqual(everybody.toSorted());
  await ana.call('followUser', { targetUid: followee.uid });
  await ana.call('blockUser', { targetUid: blockedUser.uid });
  await blocker.call('blockUser', { targetUid: ana.uid });
  await ana.call('muteUser', { targetUid: mutedUser.uid });
  expect(await suggestedTo(ana)).toEqual([other.uid]);
  expect(await suggestedTo(other)).toContain(blockedUser.uid);
});

it('a suspended person and one who is leaving are gone from the suggestions at once', async () => {
  const [suspendedUser, leavingUser, other] = (await authors('Autora', 3)) as [User, User, User];
  const jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  await refresh();
  expect(await suggestedTo(ana)).toHaveLength(3);
  await jefa.call('adminSetUserSuspended', { targetUid: suspendedUser.uid, suspended: true });
  await leavingUser.call('deleteAccount', { uid: leavingUser.uid, password: 'aguante' });
  expect(await suggestedTo(ana)).toEqual([other.uid]);
  await refresh();
  const { rows } = await db.raw.query('SELECT uid FROM suggested_people');
  expect(rows).toEqual([{ uid: other.uid }]);
});

it('never suggests the official account', async () => {
  const { rows } = await db.raw.query<{ uid: string }>('SELECT uid FROM users WHERE official');
  const official = rows[0]!.uid;
  await ana.call('unfollowUser', { targetUid: official });
  const [author] = (await authors('Autora', 1)) as [User];
  await db.raw.query('INSERT INTO suggested_people VALUES ($1, 99, false)', [official]);
  await refresh();
  expect(await suggestedTo(ana)).toEqual([author.uid]);
});

it('accounts of less than seven days are suggested only while fewer than six others are', async () => {
  const old = await authors('Vieja', 6);
  const young = await authors('Nueva', 2);
  await age(old, 8);
  await age(young, 6);
  await refresh();
  expect((await suggestedTo(ana)).toSorted()).toEqual(old.map(({ uid }) => uid).toSorted());
  await ana.call('followUser', { targetUid: old[0]!.uid });
  const uids = await suggestedTo(ana);
  expect(uids).toHaveLength(7);
  expect(uids).toEqual(expect.arrayContaining(young.map(({ uid }) => uid)));
});

it('says how many of those whom the viewer follows follow a person', async () => {
  const [mostFollowed, lessFollowed, other] = (await authors('Autora', 3)) as [User, User, User];
  const friends = await site.users('Amiga', 4);
  for (const [i, friend] of friends.entries()) {
    await ana.call('followUser', { targetUid: friend.uid });
    await friend.call('followUser', { targetUid: mostFollowed.uid });
    if (i === 0) await friend.call('followUser', { targetUid: lessFollowed.uid });
  }
  const stranger = await site.user('Nadie');
  await stranger.call('followUser', { targetUid: other.uid });
  await refresh();
  const reasons = new Map((await suggestions(ana)).map(({ profile, reason }) => [profile.uid, reason]));
  expect(reasons.get(mostFollowed.uid)).toBe('Lo siguen 4 que seguís');
  expect(reasons.get(lessFollowed.uid)).toBe('Lo sigue 1 que seguís');
  expect(reasons.get(other.uid)).toBeNull();
});

it('does not count followees who are muted, suspended or leaving among those who follow a person', async () => {
  const [author] = (await authors('Autora', 1)) as [User];
  const friends = (await site.users('Amiga', 4)) as [User, User, User, User];
  const [, mutedUser, suspendedUser, leavingUser] = friends;
  for (const user of friends) {
    await ana.call('followUser', { targetUid: user.uid });
    await user.call('followUser', { targetUid: author.uid });
  }
  const jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  await refresh();
  expect(await suggestions(ana)).toMatchObject([{ reason: 'Lo siguen 4 que seguís' }]);
  await ana.call('muteUser', { targetUid: mutedUser.uid });
  expect(await suggestions(ana)).toMatchObject([{ reason: 'Lo siguen 3 que seguís' }]);
  await jefa.call('adminSetUserSuspended', { targetUid: suspendedUser.uid, suspended: true });
  await leavingUser.call('deleteAccount', { uid: leavingUser.uid, password: 'aguante' });
  expect(await suggestions(ana)).toMatchObject([{ reason: 'Lo sigue 1 que seguís' }]);
});

it('says whether the viewer follows anybody but the official account', async () => {
  const friend = await site.user('Amiga');
  expect((await ana.call('getSuggestedPeople')).followsOthers).toBe(false);
  await ana.call('followUser', { targetUid: friend.uid });
  expect((await ana.call('getSuggestedPeople')).followsOthers).toBe(true);
  await ana.call('unfollowUser', { targetUid: friend.uid });
  expect((await ana.call('getSuggestedPeople')).followsOthers).toBe(false);
});

it("says 'Escribe mucho' of those who published much in 30 days", async () => {
  const [much, before, few] = (await authors('Autora', 3)) as [User, User, User];
  for (let i = 1; i < limits.writesMuchPosts; i++) await publish(much);
  const monthAgo = '00000000-0000-7000-8000-';
  for (let i = 0; i < limits.writesMuchPosts; i++)
    await db.raw.query('INSERT INTO user_posts (owner_uid, post_id) VALUES ($1, $2)', [
      before.uid,
      `${monthAgo}${String(i).padStart(12, '0')}`,
    ]);
  await refresh();
  const reasons = new Map((await suggestions(ana)).map(({ profile, reason }) => [profile.uid, reason]));
  expect(reasons.get(much.uid)).toBe('Escribe mucho');
  expect(reasons.get(before.uid)).toBeNull();
  expect(reasons.get(few.uid)).toBeNull();
});

it('suggests at most 15 people, in few statements, none of which reads all shards', async () => {
  await authors('Autora', limits.suggestedPeople + 2);
  await refresh();
  await suggestedTo(ana);
  const ran = await statementsOf(async () =>
    expect(await suggestedTo(ana)).toHaveLength(limits.suggestedPeople),
  );
  const names = ran.map(({ name }) => name).filter((name) => !name.includes('session'));
  expect(names.length).toBeLessThanOrEqual(4);
  expect(names).not.toContain('rank-authors');
});

it("a club's fans come first, by how many others acted on their posts, and say so", async () => {
  const [popular, quiet, secretFan, formerFan, other] = (await authors('Autora', 5)) as [
    User,
    User,
    User,
    User,
    User,
  ];
  const fans = [popular, quiet, secretFan, formerFan];
  for (const fan of fans) await fan.call('setClub', { club: 'boca', show: true });
  const likers = await site.users('Otra', 3);
  for (const liker of likers) await liker.call('likePost', { postId: await publish(other) });
  await likers[0]!.call('likePost', { postId: await publish(popular) });
  await refresh();
  await secretFan.call('setClub', { club: 'boca', show: false });
  await formerFan.call('setClub', { club: 'river', show: true });
  const { items } = await ana.call('getSuggestedPeople', { club: 'boca' });
  const reasons = items.map(({ profile, reason }) => [profile.uid, reason]);
  expect(reasons.slice(0, 2)).toEqual([
    [popular.uid, 'Hincha de Boca'],
    [quiet.uid, 'Hincha de Boca'],
  ]);
  expect(reasons.slice(2)).toContainEqual([secretFan.uid, null]);
  expect(reasons.slice(2)).toContainEqual([formerFan.uid, null]);
  expect(reasons).toHaveLength(5);
  expect((await suggestedTo(ana))[0]).toBe(other.uid);
  expect((await ana.call('getSuggestedPeople', { club: 'no-existe' })).items).toHaveLength(5);
});

it("new accounts of a club wait until six others are not there, and leave the club's list with their account", async () => {
  const old = await authors('Vieja', 6);
  await age(old, 8);
  const [young] = (await authors('Nueva', 1)) as [User];
  for (const fan of [...old.slice(0, 2), young]) await fan.call('setClub', { club: 'boca', show: true });
  await refresh();
  const uids = async () =>
    (await ana.call('getSuggestedPeople', { club: 'boca' })).items.map(({ profile }) => profile.uid);
  expect(await uids()).toHaveLength(6);
  expect(await uids()).not.toContain(young.uid);
  await ana.call('followUser', { targetUid: old[5]!.uid });
  expect(await uids()).toContain(young.uid);
  expect(await countSuggestions(young)).toBe(1);
  await young.call('deleteAccount', { uid: young.uid, password: 'aguante' });
  await db.raw.query("UPDATE accounts SET deletion_at = now() - interval '1 day' WHERE uid = $1", [
    young.uid,
  ]);
  await addJob(db, 'remove-account', { uid: young.uid });
  await drainJobs(db);
  expect(await countSuggestions(young)).toBe(0);
});

const countSuggestions = async (who: User) =>
  (await db.raw.query('SELECT FROM club_suggestions WHERE uid = $1', [who.uid])).rowCount;
