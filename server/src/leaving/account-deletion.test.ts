import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { decodeMail } from '../../test/mail.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';
import { userTables } from '../../test/user-tables.ts';
import { writesOn } from '../../test/writes.ts';
import { addJob } from '../kernel/store/jobs.ts';
import { DiskFiles } from '../platform/files/disk-files.ts';
import { removeAccount } from './jobs/remove-account.ts';

const { db, isCitus, lockWaits } = await cloneDatabase();
const dayMs = 24 * 3_600_000;
let now = new Date('2026-11-21T12:00:00Z');
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db, { now: () => now });
});
afterAll(() => site.close());

const password = 'aguante';
const leave = (user: User) => user.call('deleteAccount', { uid: user.uid, password });
const signIn = (user: User, visitor = site.visitor()) =>
  visitor.ask('signIn', { email: user.email, password });
const publish = async (user: Visitor, input: object) => (await user.call('publishPost', input)).post.id;

/** Waits until every job has run; `early` includes postponed ones. */
async function runAllJobs({ early = false } = {}): Promise<void> {
  const count =
    'SELECT 1 FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts LIMIT 1';
  for (let i = 0; i < 400; i++) {
    if (early)
      await db.raw.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
    if ((await db.raw.query(count)).rowCount === 0) return;
    // graphile-worker looks again for a job with a busy queue only after some seconds: wake it.
    await db.raw.query(`SELECT pg_notify('jobs:insert', '{"count":5}')`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('jobs are still waiting');
}

/** Advances the clock by days and runs the hourly jobs, including those they postpone. */
async function afterDays(days: number): Promise<void> {
  now = new Date(now.getTime() + days * dayMs);
  await addJob(db, 'clean-up', {});
  await runAllJobs();
  await runAllJobs({ early: true });
}

async function mailsTo(email: string) {
  await drainJobs(db);
  const files = (await readdir(site.outbox)).toSorted();
  const all = await Promise.all(
    files.map(async (name) => decodeMail(await readFile(join(site.outbox, name)))),
  );
  return all.filter(({ to }) => to === email);
}

/** Every row of every table of the application, with its table. */
async function allRows(): Promise<[table: string, row: string][]> {
  const { rows } = await db.raw.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  );
  const allTableRows: [string, string][] = [];
  for (const { name } of rows) {
    const table = await db.raw.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    for (const { row } of table.rows) allTableRows.push([name, row]);
  }
  return allTableRows;
}

const rowsContaining = async (...words: string[]) =>
  (await allRows()).filter(([, row]) => words.some((word) => row.includes(word)));

/** Everything that belongs to these users, counters included, in the order of the tables. */
async function rowsOf(users: readonly User[]): Promise<[string, string][]> {
  const excluded = new Set(['sessions', 'post_counters', 'report_cases']);
  const rows = (await allRows()).filter(
    ([table, row]) => !excluded.has(table) && users.some(({ uid }) => row.includes(uid)),
  );
  const counters = await db.raw.query<{ row: string }>(
    `SELECT (to_jsonb(c) - 'revision')::text AS row FROM post_counters c
     JOIN posts p ON p.id = c.post_id WHERE p.owner_uid = ANY($1) ORDER BY 1`,
    [users.map(({ uid }) => uid)],
  );
  return [...rows, ...counters.rows.map(({ row }): [string, string] => ['post_counters', row])];
}

describe('deletion request', () => {
  it('deleting an account hides it everywhere, ends its sessions and reserves its name and address', async () => {
    const [ana, beto] = [await site.user('Ana Que Se Va'), await site.user('Beto')];
    const other = site.visitor();
    await other.call('signIn', { email: ana.email, password });
    const { handle } = (await ana.call('getProfile')).profile;
    const postId = await publish(ana, { text: 'me voy' });
    const otherPost = await publish(beto, { text: 'me quedo' });
    await ana.call('addComment', { postId: otherPost, text: 'chau' });
    await ana.call('followUser', { targetUid: beto.uid });
    await beto.call('followUser', { targetUid: ana.uid });
    const quote = await publish(beto, { text: 'la cito', quoteOf: postId });
    await drainJobs(db);

    const { deletionAt } = await leave(ana);
    expect(deletionAt).toBe(new Date(now.getTime() + 30 * dayMs).toISOString());
    expect(ana.cookies.has('sid')).toBe(false);
    expect((await other.call('getSession')).user).toBeNull();
    expect((await beto.ask('getProfile', { uid: ana.uid })).status).toBe(404);
    expect((await beto.ask('getProfile', { uid: `@${handle}` })).status).toBe(404);
    expect((await beto.ask('getProfilePosts', { uid: ana.uid })).status).toBe(404);
    expect((await beto.ask('getPost', { postId })).status).toBe(404);
    expect((await beto.call('getPost', { postId: quote })).post.quoted).toBeNull();
    expect((await beto.call('getComments', { postId: otherPost })).items).toEqual([]);
    expect((await beto.call('searchUsers', { q: 'que se va' })).items).toEqual([]);
    expect((await beto.call('searchUsers', { q: handle })).items).toEqual([]);
    expect((await beto.call('getFollowers', { uid: beto.uid })).items).toEqual([]);
    expect((await beto.call('getNotifications')).items).toEqual([]);
    for (const tab of ['siguiendo', 'paraVos'] as const) {
      const { items } = await beto.call('getFeed', { tab });
      expect(items.map((post) => post.id)).not.toContain(postId);
    }
    expect((await beto.ask('followUser', { targetUid: ana.uid })).status).toBe(404);
    expect((await beto.ask('publishPost', { text: 'x', quoteOf: postId })).status).toBe(404);
    expect(await beto.call('checkHandle', { handle })).toEqual({ available: false });
    const again = { displayName: 'Otra', email: ana.email, password, acceptedTos: true };
    expect((await site.visitor().ask('signUp', again)).status).toBe(409);
  });

  it('the deletion mail says until when the deletion can be cancelled, and how', async () => {
    const caro = await site.user('Caro');
    await leave(caro);
    const [mail] = await mailsTo(caro.email);
    expect(mail).toMatchObject({ subject: 'Vamos a eliminar tu cuenta de Tablón' });
    expect(mail!.text).toContain('el 21 de diciembre de 2026 borramos todo lo que tiene');
    expect(mail!.text).toContain('http://localhost:3000/ingresar');
  });

  it('signing in cancels a pending deletion, even on the last day, and says so', async () => {
    const dora = await site.user('Dora');
    const postId = await publish(dora, { text: 'vuelvo' });
    await leave(dora);
    await afterDays(29);
    const { status, body } = await signIn(dora, dora);
    expect([status, body.deletionCancelled]).toEqual([200, true]);
    expect(await dora.call('getAccount')).toMatchObject({ deletionAt: null });
    expect((await dora.call('getPost', { postId })).post.text).toBe('vuelvo');
    expect((await mailsTo(dora.email)).at(-1)).toMatchObject({ subject: 'Tu cuenta de Tablón sigue' });
    expect((await signIn(dora)).body.deletionCancelled).toBe(false);
    await afterDays(2);
    expect((await dora.call('getPost', { postId })).post.text).toBe('vuelvo');
  });

  it('two simultaneous deletion requests keep one date', async () => {
    const elsa = await site.user('Elsa');
    const input = { uid: elsa.uid, password };
    const answers = await Promise.all([elsa.ask('deleteAccount', input), elsa.ask('deleteAccount', input)]);
    const dates = answers.filter(({ status }) => status === 200).map(({ body }) => body.deletionAt);
    expect(dates.length).toBeGreaterThan(0);
    expect(new Set(dates).size).toBe(1);
  });

  it('a sign-in concurrent with the deletion request leaves no session behind', async () => {
    const gabi = await site.user('Gabi');
    const visitors = Array.from({ length: 6 }, () => site.visitor());
    await Promise.all([leave(gabi), ...visitors.map((visitor) => signIn(gabi, visitor))]);
    const { rows } = await db.raw.query<{ leaving: boolean; sessions: number }>(
      `SELECT deletion_at IS NOT NULL AS leaving,
         (SELECT count(*)::int FROM sessions WHERE uid = $1) AS sessions FROM accounts WHERE uid = $1`,
      [gabi.uid],
    );
    const views = await Promise.all(visitors.map((visitor) => visitor.call('getSession')));
    const signedIn = views.filter(({ user }) => user !== null).length;
    // A sign-in after the deletion has cancelled it.
    const noSessions = rows[0]!.sessions === 0 && signedIn === 0;
    expect(noSessions || !rows[0]!.leaving).toBe(true);
    expect((await signIn(gabi)).status).toBe(200);
  });

  it('a deletion request waits for a profile change of another device, and not the other way round', async () => {
    const lila = await site.user('Lila');
    const change = await db.raw.connect();
    await change.query('BEGIN');
    await change.query('SELECT 1 FROM users WHERE uid = $1 FOR UPDATE', [lila.uid]);
    const leaving = leave(lila);
    await expect.poll(lockWaits).toBe(1);
    // A profile change locks the account last.
    await change.query("SET LOCAL lock_timeout = '100ms'");
    const write = change.query('UPDATE accounts SET findable_by_email = false WHERE uid = $1', [lila.uid]);
    await expect(write).resolves.toMatchObject({ rowCount: 1 });
    await change.query('COMMIT');
    change.release();
    expect(await leaving).toMatchObject({ deletionAt: expect.any(String) });
  });

  it.each([
    [{ password: 'no es esa' }, 401, 'auth/wrong-password'],
    [{}, 401, 'auth/wrong-password'],
    [{ uid: '018f0000-0000-7000-8000-000000000000', password }, 400, 'failed-precondition'],
  ])('deleting an account with %j fails', async (change, status, code) => {
    const hugo = await site.user('Hugo');
    const answer = await hugo.ask('deleteAccount', { uid: hugo.uid, ...change });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect((await hugo.call('getAccount')).deletionAt).toBeNull();
  });

  it('deleting an account without a password requires a recent sign-in', async () => {
    const ines = await site.user('Inés');
    await db.raw.query('UPDATE accounts SET password_hash = NULL WHERE uid = $1', [ines.uid]);
    now = new Date(now.getTime() + 10 * 60_000 + 1);
    expect(await ines.call('getAccount')).toMatchObject({ recentSignIn: false });
    const { body } = await ines.ask('deleteAccount', { uid: ines.uid, password: '' });
    expect(body.error).toEqual({
      code: 'failed-precondition',
      message: 'Volvé a ingresar con Google para confirmar que sos vos.',
    });
    await db.raw.query('UPDATE sessions SET created_at = $2 WHERE uid = $1', [ines.uid, now]);
    expect((await ines.ask('deleteAccount', { uid: ines.uid })).status).toBe(200);
  });

  it('the super-admin and the official account cannot be deleted', async () => {
    const boss = await openSite(db, {
      now: () => now,
      superAdminEmail: 'jefa@example.com',
      superAdminPassword: password,
    });
    const jefa = boss.visitor();
    const { user } = await jefa.call('signIn', { email: 'jefa@example.com', password });
    expect(await jefa.call('getAccount')).toMatchObject({ canBeDeleted: false });
    const { status, body } = await jefa.ask('deleteAccount', { uid: user.uid, password });
    expect([status, body.error?.message]).toEqual([403, 'Esta cuenta no se puede eliminar.']);
    await boss.close();
    const juan = await site.user('Juan');
    const main = await openSite(db, { now: () => now, mainUser: juan.uid });
    const official = main.visitor();
    await official.call('signIn', { email: juan.email, password });
    expect((await official.ask('deleteAccount', { uid: juan.uid, password })).status).toBe(403);
    await main.close();
  });
});

describe('the removal', () => {
  it('the removal restores all counters of others and leaves no row that names the account', async () => {
    const [beto, caro, dora] = await site.users('Queda', 3);
    const stay = [beto!, caro!, dora!];
    await beto!.call('followUser', { targetUid: caro!.uid });
    const plain = await publish(beto!, { text: 'una cualquiera' });
    const poll = { options: ['Sí', 'No'], durationMinutes: 10_080 };
    const question = await publish(caro!, { text: '¿Jugamos?', poll });
    await dora!.call('votePoll', { postId: question, optionId: 'a' });
    await dora!.call('likePost', { postId: plain });
    const dorasComment = (await dora!.call('addComment', { postId: plain, text: 'bien' })).comment.id;
    await caro!.call('repostPost', { postId: plain });
    await drainJobs(db);
    const before = await rowsOf(stay);

    const ana = await site.user('Ana');
    await site.users('De paso', 1);
    const picture = await solid(40, 30).jpeg().toBuffer();
    const { body: media } = await ana.upload('post', picture);
    const { body: avatar } = await ana.upload('avatar', picture);
    const described = (await ana.upload('post', picture)).body;
    await ana.upload('post', picture);
    const profile = { displayName: 'Ana', handle: 'ana.que.va', bio: '' };
    await ana.call('updateProfile', { ...profile, avatar: { key: avatar.key } });
    await ana.call('setClub', { club: 'boca', show: true });
    const posts: string[] = [
      await publish(ana, {
        text: 'con fotos',
        attachments: [{ key: media.key }, { key: described.key, alt: 'La cancha' }],
      }),
      await publish(ana, { text: `hola @${(await beto!.call('getProfile')).profile.handle}`, poll }),
      await publish(ana, { text: 'cito en #LaTribuna', quoteOf: plain }),
    ];
    for (const postId of [plain, question]) {
      await ana.call('likePost', { postId });
      await ana.call('repostPost', { postId });
      await ana.call('savePost', { postId });
      const { comment } = await ana.call('addComment', { postId, text: 'sí' });
      await beto!.call('likeComment', { postId, commentId: comment.id });
    }
    await ana.call('likeComment', { postId: plain, commentId: dorasComment });
    await ana.call('votePoll', { postId: question, optionId: 'b' });
    await ana.call('followUser', { targetUid: beto!.uid });
    await ana.call('followUser', { targetUid: caro!.uid });
    await beto!.call('followUser', { targetUid: ana.uid });
    await dora!.call('followUser', { targetUid: ana.uid });
    for (const user of stay) {
      for (const postId of posts) {
        await user.call('likePost', { postId });
        await user.call('repostPost', { postId });
        await user.call('savePost', { postId });
        await user.call('addComment', { postId, text: `¿te vas, @ana.que.va?` });
      }
      await user.call('votePoll', { postId: posts[1]!, optionId: 'a' });
    }
    await beto!.call('reportContent', { postId: posts[0], reason: 'spam' });
    await ana.call('reportContent', { postId: plain, reason: 'spam' });
    await ana.call('setMutedWords', { words: ['gol'] });
    await ana.call('setPreferences', { hideClubs: true });
    await ana.call('muteUser', { targetUid: dora!.uid });
    await dora!.call('muteUser', { targetUid: ana.uid });
    await ana.call('blockUser', { targetUid: caro!.uid });
    await caro!.call('blockUser', { targetUid: ana.uid });
    await drainJobs(db);
    await insertRarerRows(ana.uid);
    const tables = new Set((await rowsContaining(ana.uid)).map(([table]) => table));
    const expected = (await userTables(db)).filter((table) => !(table in otherTables));
    expect(expected.filter((table) => !tables.has(table))).toEqual([]);
    const files = await filesOf(ana.uid);
    expect(files).toHaveLength(4);

    await leave(ana);
    await afterDays(29);
    expect((await rowsContaining(ana.uid)).length).toBeGreaterThan(100);
    await afterDays(1);
    expect(await rowsContaining(ana.uid, ana.email, 'ana.que.va', ...posts)).toEqual([]);
    expect(await rowsOf(stay)).toEqual(before);
    // Reports by the deleted user stay, without their name.
    const { rows } = await db.raw.query('SELECT reporter_uid, reason FROM reports');
    expect(rows).toEqual([{ reporter_uid: null, reason: 'spam' }]);
    for (const file of files) await expect(access(file)).rejects.toThrow('ENOENT');
    expect((await mailsTo(ana.email)).map(({ subject }) => subject)).toEqual([
      'Vamos a eliminar tu cuenta de Tablón',
      'Eliminamos tu cuenta de Tablón',
    ]);
    expect((await signIn(ana)).body.error?.code).toBe('auth/user-not-found');
    await signIn(beto!, beto);
    const other = { displayName: 'Ana', email: ana.email, password, acceptedTos: true };
    expect((await site.visitor().ask('signUp', other)).status).toBe(200);
    expect(await beto!.call('checkHandle', { handle: 'ana.que.va' })).toEqual({ available: true });
  });

  it.skipIf(isCitus)('the removal resumes after failures, however often', async () => {
    const [fan, ana] = [await site.user('Fan'), await site.user('Ana')];
    const hundreds = 450;
    const postId = await publish(fan, { text: 'muchos comentarios' });
    for (let i = 0; i < 30; i++) await publish(ana, { text: `número ${i}` });
    await db.raw.query(
      `INSERT INTO comments SELECT $1, gen_random_uuid(), $2, 'x', now(), now() FROM generate_series(1, $3)`,
      [postId, ana.uid, hundreds],
    );
    await db.raw.query('UPDATE post_counters SET comments = $2 WHERE post_id = $1', [postId, hundreds]);
    await db.raw.query(
      'INSERT INTO saves SELECT $1, gen_random_uuid(), now() FROM generate_series(1, 2500)',
      [ana.uid],
    );
    await drainJobs(db);
    await leave(ana);
    // Deletions of comments fail at random, as when the database goes away.
    await db.raw.query(
      `CREATE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF random() < 0.01 THEN RAISE EXCEPTION 'now and then' USING ERRCODE = '57P01'; END IF;
         RETURN NEW;
       END $$`,
    );
    await db.raw.query(
      'CREATE TRIGGER fail_some BEFORE UPDATE ON comments FOR EACH ROW EXECUTE FUNCTION fail_some()',
    );
    now = new Date(now.getTime() + 30 * dayMs);
    for (let round = 0; (await rowsContaining(ana.uid)).length > 0; round++) {
      expect(round).toBeLessThan(200);
      if (round === 20) await db.raw.query('DROP TRIGGER IF EXISTS fail_some ON comments');
      await addJob(db, 'clean-up', {});
      // Retry failed jobs at once.
      await db.raw.query(
        "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'remove-account%'",
      );
      await db.raw.query(`SELECT pg_notify('jobs:insert', '{"count":5}')`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await db.raw.query('DROP TRIGGER IF EXISTS fail_some ON comments');
    await signIn(fan, fan);
    expect((await fan.call('getPost', { postId })).post.commentsCount).toBe(0);
    await runAllJobs({ early: true });
  });

  it('a sign-in concurrent with the removal either keeps the whole account or finds none', async () => {
    const users = await site.users('Indecisa', 8);
    for (const user of users) {
      await publish(user, { text: 'una' });
      await leave(user);
    }
    await drainJobs(db);
    now = new Date(now.getTime() + 30 * dayMs);
    const visitors = users.map(() => site.visitor());
    const signInAs = (i: number) => signIn(users[i]!, visitors[i]);
    const first = await signInAs(0);
    await addJob(db, 'clean-up', {});
    const middle = Promise.all(
      users.slice(1, -1).map(async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 20));
        return signInAs(i + 1);
      }),
    );
    await runAllJobs();
    const answers = [first, ...(await middle), await signInAs(users.length - 1)];
    await runAllJobs({ early: true });
    const outcomes = answers.map(({ status, body }) => body.error?.code ?? status);
    expect([outcomes[0], outcomes.at(-1)]).toEqual([200, 'auth/user-not-found']);
    for (const [i, owner] of users.entries()) {
      const left = (await rowsContaining(owner.uid)).map(([table]) => table);
      const { user } = await visitors[i]!.call('getSession');
      const hasPost = left.includes('user_posts') && user?.postsCount === 1;
      const hasNothing =
        left.length === 0 && ['auth/user-not-found', 'unavailable'].includes(String(outcomes[i]));
      const expected = outcomes[i] === 200 ? [true, false] : [false, true];
      expect([hasPost, hasNothing], `${outcomes[i]}, left ${left.join()}`).toEqual(expected);
    }
  });

  it('a removal that began during the password check is not cancelled', async () => {
    const mara = await site.user('Mara');
    await leave(mara);
    await runAllJobs({ early: true });
    const removal = await db.raw.connect();
    await removal.query('BEGIN');
    await removal.query('UPDATE accounts SET removal_started_at = now() WHERE uid = $1', [mara.uid]);
    const visitor = site.visitor();
    const pendingSignIn = signIn(mara, visitor);
    // The sign-in has read the account and waits for the lock to cancel the deletion.
    await expect.poll(lockWaits).toBe(1);
    await removal.query('COMMIT');
    removal.release();
    const { status, body } = await pendingSignIn;
    expect([status, body.error?.code]).toEqual([503, 'unavailable']);
    expect(visitor.cookies.has('sid')).toBe(false);
    const { rows } = await db.raw.query('SELECT deletion_at IS NULL AS kept FROM accounts WHERE uid = $1', [
      mara.uid,
    ]);
    expect(rows).toEqual([{ kept: false }]);
  });

  it('the second round waits ten minutes, also when the clean-up asked for the removal during the first', async () => {
    const olga = await site.user('Olga');
    await leave(olga);
    now = new Date(now.getTime() + 30 * dayMs);
    const waiting = { key: `remove-account ${olga.uid}`, runAt: new Date('2100-01-01') };
    await addJob(db, 'remove-account', { uid: olga.uid }, waiting);
    const siteAccounts = { officialUid: null, superAdminEmail: null };
    const files = new DiskFiles(site.mediaFolder);
    await removeAccount({ ...writesOn(db, { now: () => now }), files, siteAccounts }, { uid: olga.uid });
    const { rows } = await db.raw.query(
      `SELECT run_at FROM graphile_worker._private_jobs WHERE payload ->> 'uid' = $1 AND payload ->> 'again' = 'true'`,
      [olga.uid],
    );
    expect(rows).toEqual([{ run_at: new Date(now.getTime() + 10 * 60_000) }]);
    await db.raw.query('SELECT graphile_worker.remove_job($1)', [waiting.key]);
  });

  it("the removal spares an account that has become the super-admin's", async () => {
    const jefa = await site.user('Jefa');
    await leave(jefa);
    now = new Date(now.getTime() + 30 * dayMs);
    await site.close();
    site = await openSite(db, { now: () => now, superAdminEmail: jefa.email });
    await afterDays(0);
    const { status } = await signIn(jefa);
    expect(status).toBe(200);
    await site.close();
    site = await openSite(db, { now: () => now });
  });
});

/** Tables that name users and that the removal of an account leaves as they are, and why. */
const otherTables: Record<string, string> = {
  audit_log: 'what admins did stays',
  report_history: 'what admins did stays',
  removed_posts: 'a row lives as long as the removal of a post takes',
  sitemap_files: 'made again every night, from those who can be read',
};

/** Rows that take an operator, a nightly job, or a mail. */
async function insertRarerRows(uid: string): Promise<void> {
  const rows = [
    `push_subscriptions (uid, id, endpoint, subscription, session_hash, told_until, created_at, updated_at)
       SELECT uid, gen_random_uuid(), 'x', '{}', token_hash, uid, now(), now() FROM sessions WHERE uid = $1`,
    'ad_views VALUES ($1, gen_random_uuid(), now(), 1)',
    'admins VALUES ($1, now())',
    "club_suggestions VALUES ('boca', 0, $1)",
    "idempotency_keys VALUES ($1, gen_random_uuid(), 'publishPost', '', gen_random_uuid(), now())",
    "imported VALUES ('user', 'antes', $1)",
    "password_tokens VALUES ('\\x00', $1, now(), now() + interval '1 year')",
    'suggested_people VALUES ($1, 0, false)',
  ];
  for (const row of rows) await db.raw.query(`INSERT INTO ${row}`, [uid]);
}

async function filesOf(uid: string): Promise<string[]> {
  const files = await readdir(site.mediaFolder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.parentPath.includes(uid))
    .map((file) => join(file.parentPath, file.name));
}
