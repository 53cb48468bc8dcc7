import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Input } from '../../../contract/src/calls/all.ts';
import type { ReportCase } from '../../../contract/src/calls/reports.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { reportReasons } from '../../../contract/src/rules/reports.ts';
import { cloneDatabase } from '../../test/database.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { newId } from '../kernel/ids.ts';
import { deleteOldReports } from './store/reports.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let author: User;
let fan: User;
let admin: User;
let other: User;

beforeAll(async () => {
  site = await openSite(db);
  author = await site.user('Barrabrava');
  fan = await site.user('Hincha');
  admin = await newAdmin('Jefa');
  other = await newAdmin('Otro Jefe');
});
afterAll(() => site.close());

async function newAdmin(name: string): Promise<User> {
  const user = await site.user(name);
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [user.uid]);
  return user;
}

async function publish(text = 'Algo feo'): Promise<string> {
  return (await author.call('publishPost', { text })).post.id;
}

/** The undecided report that matches. */
async function openReport(matches: (report: ReportCase) => boolean): Promise<ReportCase> {
  const report = (await everyReport({})).find(matches);
  if (!report) throw new Error('There is no such report');
  return report;
}

const ofPost = (postId: string) => (report: ReportCase) => report.kind === 'post' && report.postId === postId;

async function everyReport(input: Input<'adminListReports'>): Promise<ReportCase[]> {
  const all: ReportCase[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call('adminListReports', { ...input, ...(cursor && { cursor }) });
    all.push(...page.items);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

async function newReport(text?: string): Promise<ReportCase> {
  const postId = await publish(text);
  await fan.call('reportContent', { postId, reason: 'violence' });
  return openReport(ofPost(postId));
}

describe('a report', () => {
  it('a report of a post shows its content and the reason in the queue', async () => {
    const { post } = await author.call('publishPost', {
      text: 'Los voy a ir a buscar',
      link: 'ole.com.ar',
      poll: { options: ['Sí', 'No'], durationMinutes: 1440 },
    });
    const input = { postId: post.id, reason: 'violence' as const, note: '  Es una amenaza.\u0000 ' };
    expect(await fan.call('reportContent', input)).toEqual({ already: false });
    const report = await openReport(ofPost(post.id));
    expect(report).toMatchObject({
      state: 'new',
      kind: 'post',
      commentId: null,
      author: { uid: author.uid, displayName: 'Barrabrava', suspended: false, isThere: true },
      content: { text: 'Los voy a ir a buscar', poll: ['Sí', 'No'], createdAt: post.createdAt, media: null },
      isThere: true,
      textNow: null,
      reporters: 1,
      reasons: [{ reason: 'violence', count: 1 }],
      history: [],
    });
    expect(report.content.link).toContain('ole.com.ar');
    expect(report.reports).toEqual([
      expect.objectContaining({ reason: 'violence', note: 'Es una amenaza.', email: null }),
    ]);
    expect(report.reports[0]?.reporter?.uid).toBe(fan.uid);
  });

  it('a report of a post with several pictures shows all of them with their descriptions', async () => {
    const picture = await solid(30, 20).png().toBuffer();
    const [firstFile, secondFile] = [
      (await author.upload('post', picture)).body,
      (await author.upload('post', picture)).body,
    ];
    const attachments = [{ key: firstFile.key }, { key: secondFile.key, alt: 'Una amenaza escrita' }];
    const { post } = await author.call('publishPost', { attachments });
    await fan.call('reportContent', { postId: post.id, reason: 'violence' });
    // The report keeps the content as it was.
    await author.call('editPost', { postId: post.id, text: '', link: '', alts: [null, null] });
    expect((await openReport(ofPost(post.id))).content).toMatchObject({
      media: { url: firstFile.url, type: 'image' },
      attachments: [
        { url: firstFile.url, type: 'image', alt: null },
        { url: secondFile.url, type: 'image', alt: 'Una amenaza escrita' },
      ],
    });
  });

  it('a report of a comment or a profile names exactly that', async () => {
    const postId = await publish();
    const { comment } = await author.call('addComment', { postId, text: 'Y peor' });
    await fan.call('reportContent', { postId, commentId: comment.id, reason: 'discrimination' });
    expect(await openReport((report) => report.commentId === comment.id)).toMatchObject({
      kind: 'comment',
      postId,
      content: { text: 'Y peor' },
      isThere: true,
    });
    await author.call('updateProfile', { displayName: 'Barrabrava', handle: 'barra', bio: 'Vendo entradas' });
    await fan.call('reportContent', { uid: author.uid, reason: 'impersonation' });
    expect(await openReport((report) => report.kind === 'profile')).toMatchObject({
      postId: null,
      commentId: null,
      author: { uid: author.uid, handle: 'barra' },
      content: { text: 'Vendo entradas' },
    });
  });

  it('every report reason is accepted', async () => {
    const postId = await publish();
    const fans = await site.users('Testigo', Object.keys(reportReasons).length);
    for (const [i, reason] of Object.keys(reportReasons).entries()) {
      await fans[i]!.call('reportContent', { postId, reason: reason as keyof typeof reportReasons });
    }
    expect((await openReport(ofPost(postId))).reasons.map(({ reason }) => reason).toSorted()).toEqual(
      Object.keys(reportReasons).toSorted(),
    );
  });

  it('a user can report something only once while it is undecided', async () => {
    const postId = await publish();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fan.call('reportContent', { postId, reason: 'spam' })),
    );
    expect(answers.filter(({ already }) => !already)).toHaveLength(1);
    const report = await openReport(ofPost(postId));
    expect([report.reporters, report.reports.length]).toEqual([1, 1]);
  });

  it('reports of the same content by many users become one case with exact counts', async () => {
    const postId = await publish();
    const fans = await site.users('Testigo', 24);
    await Promise.all(
      fans.map((user, i) => user.call('reportContent', { postId, reason: i < 20 ? 'harassment' : 'spam' })),
    );
    const cases = (await everyReport({})).filter(ofPost(postId));
    expect(cases).toHaveLength(1);
    expect(cases[0]).toMatchObject({
      reporters: 24,
      reasons: [
        { reason: 'harassment', count: 20 },
        { reason: 'spam', count: 4 },
      ],
    });
    expect(cases[0]?.reports).toHaveLength(20);
    expect(cases[0]!.lastAt >= cases[0]!.firstAt).toBe(true);
  });

  it('reporting your own content, nothing, or two things fails', async () => {
    const postId = await publish();
    const { comment } = await author.call('addComment', { postId, text: 'mío' });
    const foreign = (await fan.call('publishPost', { text: 'otro' })).post.id;
    const answer = async (user: User, target: object) => {
      const { status, body } = await user.ask('reportContent', { reason: 'spam', ...target });
      return [status, body.error?.code];
    };
    for (const own of [{ postId }, { postId, commentId: comment.id }, { uid: author.uid }]) {
      expect(await answer(author, own)).toEqual([400, 'invalid-argument']);
    }
    const mixed = [{}, { commentId: comment.id }, { postId, uid: author.uid }, { postId, reason: 'feo' }];
    for (const wrong of [...mixed, { postId, note: 'x'.repeat(limits.reportNote + 1) }]) {
      expect(await answer(fan, wrong)).toEqual([400, 'invalid-argument']);
    }
    const nothing = [
      { postId: 'nada' },
      { postId: fan.uid },
      { uid: postId },
      { uid: 'nadie' },
      // A comment belongs to one post only.
      { postId: foreign, commentId: comment.id },
    ];
    for (const wrong of nothing) expect(await answer(fan, wrong)).toEqual([404, 'not-found']);
    expect((await everyReport({})).filter(ofPost(postId))).toEqual([]);
  });

  it('content of suspended users cannot be reported, nor what others wrote below it', async () => {
    const suspended = await site.user('Sancionado');
    const { post } = await suspended.call('publishPost', { text: 'chau' });
    const { comment } = await author.call('addComment', { postId: post.id, text: 'hasta luego' });
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [suspended.uid]);
    const below = { postId: post.id, commentId: comment.id };
    for (const target of [{ postId: post.id }, { uid: suspended.uid }, below]) {
      expect((await fan.ask('reportContent', { reason: 'spam', ...target })).status).toBe(404);
    }
  });

  it.each(['author', 'reporter'] as const)('a block by the %s shields nothing from reports', async (by) => {
    const [feo, reporter] = [await site.user('Feo'), await site.user('Bloqueada')];
    const { post } = await feo.call('publishPost', { text: 'Lo mismo de siempre' });
    const [one, two] = by === 'author' ? [feo, reporter] : [reporter, feo];
    await one.call('blockUser', { targetUid: two.uid });
    expect((await reporter.ask('getPost', { postId: post.id })).status).toBe(404);
    for (const target of [{ postId: post.id }, { uid: feo.uid }])
      expect(await reporter.call('reportContent', { ...target, reason: 'harassment' })).toEqual({
        already: false,
      });
  });

  it('a report keeps the original text after an edit or a deletion', async () => {
    const postId = await publish('Lo que dije');
    await fan.call('reportContent', { postId, reason: 'harassment' });
    await author.call('editPost', { postId, text: 'No dije nada', link: '' });
    expect(await openReport(ofPost(postId))).toMatchObject({
      content: { text: 'Lo que dije' },
      textNow: 'No dije nada',
      isThere: true,
    });
    await author.call('deletePost', { postId });
    const later = await openReport(ofPost(postId));
    expect(later).toMatchObject({ content: { text: 'Lo que dije' }, textNow: null, isThere: false });
    expect((await fan.ask('reportContent', { postId, reason: 'spam' })).status).toBe(404);
    // A case can be decided after its post was deleted.
    await admin.call('adminDecideReport', { reportId: later.id, state: 'upheld' });
  });

  it('a report keeps what a later report found, after the author changed it back', async () => {
    const postId = await publish('Buen día');
    const edit = (text: string) => author.call('editPost', { postId, text, link: '' });
    const name = (displayName: string) =>
      author.call('updateProfile', { displayName, handle: 'barra', bio: '' });
    const [second, third, fourth] = (await site.users('Testigo', 3)) as [User, User, User];
    await fan.call('reportContent', { postId, reason: 'spam' });
    expect(await openReport(ofPost(postId))).not.toHaveProperty('newestContent');
    await edit('Una amenaza');
    await second.call('reportContent', { postId, reason: 'violence' });
    await edit('Buen día');
    // Neither an equal text under another name nor a second report by a user replaces the copy.
    await name('Otro Nombre');
    await third.call('reportContent', { postId, reason: 'violence' });
    await edit('Otra cosa');
    expect(await third.call('reportContent', { postId, reason: 'violence' })).toEqual({ already: true });
    await edit('Buen día');
    const report = await openReport(ofPost(postId));
    expect(report).toMatchObject({
      content: { text: 'Buen día' },
      newestContent: { text: 'Una amenaza', displayName: 'Barrabrava' },
      textNow: null,
      reporters: 3,
    });
    await edit('Un insulto');
    await fourth.call('reportContent', { postId, reason: 'harassment' });
    expect(await openReport(ofPost(postId))).toMatchObject({
      content: { text: 'Buen día' },
      newestContent: { text: 'Un insulto', displayName: 'Otro Nombre' },
    });
    await name('Barrabrava');
  });

  it('a report of a profile keeps the name that a later report found', async () => {
    const impostor = await site.user('Juan');
    const name = (displayName: string) =>
      impostor.call('updateProfile', { displayName, handle: 'juan.x', bio: 'Hola' });
    await name('Juan');
    await fan.call('reportContent', { uid: impostor.uid, reason: 'spam' });
    await name('Lionel Messi');
    await author.call('reportContent', { uid: impostor.uid, reason: 'impersonation' });
    await name('Juan');
    expect(await openReport((report) => report.author.uid === impostor.uid)).toMatchObject({
      author: { displayName: 'Juan' },
      newestContent: { text: 'Hola', displayName: 'Lionel Messi', handle: 'juan.x' },
    });
  });

  it('deleting a reported comment also deletes its notifications, and the report remains', async () => {
    const host = await site.user('Dueña');
    const { post } = await host.call('publishPost', { text: 'Hola' });
    const { handle } = (await fan.call('getProfile', {})).profile;
    const { comment } = await author.call('addComment', { postId: post.id, text: `Fuera de acá @${handle}` });
    const otherComment = await fan.call('addComment', { postId: post.id, text: 'otra cosa' });
    await host.call('reportContent', { postId: post.id, commentId: comment.id, reason: 'discrimination' });
    const notificationCount = async (user: User) => {
      const { items } = await user.call('getNotifications', {});
      return items.filter((item) => item.postId === post.id && item.actorId === author.uid).length;
    };
    expect([await notificationCount(host), await notificationCount(fan)]).toEqual([1, 1]);
    const target = { postId: post.id, commentId: comment.id };
    await admin.call('adminDeleteComment', target);
    const { items } = await host.call('getComments', { postId: post.id });
    expect(items.map(({ id }) => id)).toEqual([otherComment.comment.id]);
    expect((await host.call('getPost', { postId: post.id })).post.commentsCount).toBe(1);
    expect([await notificationCount(host), await notificationCount(fan)]).toEqual([0, 0]);
    expect(await openReport((report) => report.commentId === comment.id)).toMatchObject({
      isThere: false,
      content: { text: `Fuera de acá @${handle}` },
    });
    expect((await admin.ask('adminDeleteComment', target)).body.error?.code).toBe('not-found');
    const { items: log } = await admin.call('adminListAudit', {});
    expect(log.filter(({ action }) => action === 'comment-deleted')).toHaveLength(1);
  });

  it('a report shows that its author was suspended', async () => {
    const barra = await site.user('Reincidente');
    const { post } = await barra.call('publishPost', { text: 'otra vez' });
    await fan.call('reportContent', { postId: post.id, reason: 'spam' });
    await admin.call('adminSetUserSuspended', { targetUid: barra.uid, suspended: true });
    expect((await openReport(ofPost(post.id))).author).toMatchObject({ suspended: true, isThere: true });
  });

  it('the author of reported content learns nothing of the report', async () => {
    const postId = await publish();
    await fan.call('reportContent', { postId, reason: 'spam', note: 'secreto' });
    const { items } = await author.call('getNotifications');
    const { text } = await author.ask('getPost', { postId });
    expect([items.filter((item) => item.actorId === fan.uid), text.includes('secreto')]).toEqual([[], false]);
  });

  it("a report outlives the reporter's account, without the name", async () => {
    const leaving = await site.user('Se Va');
    const postId = await publish();
    await leaving.call('reportContent', { postId, reason: 'spam', note: 'sigue' });
    await db.raw.query('DELETE FROM accounts WHERE uid = $1', [leaving.uid]);
    const report = await openReport(ofPost(postId));
    expect(report.reporters).toBe(1);
    expect(report.reports).toMatchObject([{ note: 'sigue', reporter: null, email: null }]);
  });

  it('reports are rate limited', async () => {
    const limitedSite = await openSite(db, { rateLimits: true });
    const eager = await limitedSite.user('Insistente');
    for (let i = 0; i < 30; i++) await eager.ask('reportContent', { uid: 'nadie', reason: 'spam' });
    const { status, headers } = await eager.ask('reportContent', { uid: author.uid, reason: 'spam' });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await limitedSite.close();
  });
});

describe('the public form', () => {
  const send = (input: Partial<Input<'sendPublicReport'>>) =>
    site.visitor().ask('sendPublicReport', { reason: 'minors', note: '', ...input });

  it('the public form accepts reports of URLs of the site without an account', async () => {
    const postId = await publish();
    const url = `http://localhost:3000/p/${postId}?x=1`;
    const first = await send({ url, note: 'Miren esto', email: ' Vecina@Example.com ' });
    expect([first.status, first.body]).toEqual([200, { already: false }]);
    expect((await send({ url, email: 'vecina@example.com' })).body).toEqual({ already: false });
    expect((await send({ url })).body).toEqual({ already: false });
    await fan.call('reportContent', { postId, reason: 'spam' });
    const report = await openReport(ofPost(postId));
    expect(report.reporters).toBe(3);
    expect(report.reports.at(-1)).toMatchObject({
      reporter: null,
      email: 'vecina@example.com',
      note: 'Miren esto',
    });
    expect((await send({ url: `/perfil/${fan.uid}` })).status).toBe(200);
    const { handle } = (await author.call('getProfile')).profile;
    expect((await send({ url: `/perfil/@${handle.toUpperCase()}` })).status).toBe(200);
  });

  it('the public form reports the comment that the URL names, not the post above it', async () => {
    const { post } = await fan.call('publishPost', { text: 'Nada malo' });
    const { comment } = await author.call('addComment', { postId: post.id, text: 'Un insulto' });
    const url = `http://localhost:3000/p/${post.id}?comentario=${comment.id}`;
    expect((await send({ url })).status).toBe(200);
    expect(await openReport((report) => report.commentId === comment.id)).toMatchObject({
      kind: 'comment',
      postId: post.id,
      author: { uid: author.uid },
      content: { text: 'Un insulto' },
    });
    expect((await everyReport({})).filter(ofPost(post.id))).toEqual([]);
    // A missing comment is answered as a missing post is.
    const missing = await send({ url: `/p/${post.id}?comentario=${newId(new Date())}` });
    expect([missing.status, missing.body]).toEqual([200, { already: false }]);
    expect((await send({ url: `/p/${post.id}?comentario=nada` })).status).toBe(404);
    expect((await everyReport({})).filter(ofPost(post.id))).toEqual([]);
  });

  it('visitors are answered the same for posts and people that they may read, may not read, and that are missing', async () => {
    const email = 'vecina@example.com';
    const postId = await publish();
    const { handle } = (await author.call('getProfile')).profile;
    const missing = newId(new Date());
    const urls = [`/p/${postId}`, `/perfil/${author.uid}`, `/perfil/@${handle}`];
    const nowhere = [`/p/${missing}`, `/perfil/${missing}`, '/perfil/@nadie.asi'];
    for (const publicReading of [true, false]) {
      await author.call('setReadingChoice', { publicReading, indexable: false });
      // The second round meets the reports of the first.
      for (const url of [...urls, ...urls, ...nowhere, ...nowhere]) {
        const { status, body } = await send({ url, email });
        expect([status, body]).toEqual([200, { already: false }]);
      }
    }
    expect((await openReport(ofPost(postId))).reporters).toBe(1);
    expect((await fan.ask('sendPublicReport', { url: nowhere[0]!, reason: 'spam', note: '' })).status).toBe(
      404,
    );
  });

  it('the public form counts a signed-in reporter as that user', async () => {
    const postId = await publish();
    const input = { url: `/p/${postId}`, reason: 'spam' as const, note: '', email: 'otra@example.com' };
    expect(await fan.call('sendPublicReport', input)).toEqual({ already: false });
    expect(await fan.call('reportContent', { postId, reason: 'spam' })).toEqual({ already: true });
    const { reports } = await openReport(ofPost(postId));
    expect(reports).toMatchObject([{ email: null, reporter: { uid: fan.uid } }]);
    expect((await author.ask('sendPublicReport', input)).body.error?.code).toBe('invalid-argument');
  });

  it('the public form rejects foreign URLs, unknown content and invalid input', async () => {
    const postId = await publish();
    const answers = [
      send({ url: `https://otro.example/p/${postId}` }),
      send({ url: 'http://localhost:3000/feed' }),
      send({ url: 'http://localhost:3000/p/nada' }),
      send({ url: `/p/${postId}`, email: 'no es' }),
      send({ url: `/p/${postId}`, note: 'x'.repeat(limits.reportNote + 1) }),
      send({ url: 'x'.repeat(limits.linkLength + 1) }),
    ];
    const codes = (await Promise.all(answers)).map(({ body }) => body.error?.code);
    expect(codes).toEqual([
      'invalid-argument',
      'invalid-argument',
      'not-found',
      'auth/invalid-email',
      'invalid-argument',
      'invalid-argument',
    ]);
    expect((await everyReport({})).filter(ofPost(postId))).toEqual([]);
  });

  it('the public form is rate limited by IP address', async () => {
    const limitedSite = await openSite(db, { rateLimits: true });
    const url = `/p/${await publish()}`;
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      const input = { url, reason: 'spam', note: '' };
      statuses.push((await limitedSite.visitor().ask('sendPublicReport', input)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await limitedSite.close();
  });
});

describe('the report queue', () => {
  it('the report queue is for admins only', async () => {
    const { id } = await newReport();
    const asks = [
      fan.ask('adminListReports'),
      fan.ask('adminDecideReport', { reportId: id, state: 'dismissed' }),
      fan.ask('adminAddReportNote', { reportId: id, note: 'x' }),
    ];
    expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('an admin neither sees nor decides a case about themselves while another admin can', async () => {
    const chief = await newAdmin('Jefe Reportado');
    const { post } = await chief.call('publishPost', { text: 'Soy la ley' });
    const { comment } = await chief.call('addComment', { postId: post.id, text: 'Y punto' });
    const targets = [{ postId: post.id }, { postId: post.id, commentId: comment.id }, { uid: chief.uid }];
    for (const target of targets) await fan.call('reportContent', { ...target, reason: 'harassment' });
    const cases = (await everyReport({})).filter((report) => report.author.uid === chief.uid);
    expect(cases).toHaveLength(3);
    const queueOf = async (user: User) => {
      const { items, waiting } = await user.call('adminListReports', {});
      const { waitingReports } = await user.call('getDashboard');
      return { own: items.filter((item) => item.author.uid === chief.uid).length, waiting, waitingReports };
    };
    const { waiting, waitingReports } = await queueOf(admin);
    const withoutOwn = { ...waiting, new: waiting.new - 3 };
    expect(await queueOf(chief)).toEqual({ own: 0, waiting: withoutOwn, waitingReports: waitingReports - 3 });
    const reportId = cases[0]!.id;
    const refusal = { code: 'permission-denied', message: 'Es sobre vos: lo resuelve otra persona.' };
    const decision = { reportId, state: 'dismissed' } as const;
    expect((await chief.ask('adminDecideReport', decision)).body.error).toEqual(refusal);
    expect((await chief.ask('adminAddReportNote', { reportId, note: 'x' })).body.error).toEqual(refusal);
    await admin.call('adminDecideReport', decision);
    expect((await chief.call('adminListReports', { state: 'dismissed' })).items[0]?.id).not.toBe(reportId);
    // Suspended admins, imported ones, and a super-admin whose address is not verified cannot handle it.
    const imported = await newAdmin('Importada');
    await db.raw.query('UPDATE accounts SET password_hash = NULL WHERE uid = $1', [imported.uid]);
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = ANY($1)', [[admin.uid, other.uid]]);
    const small = await openSite(db, { superAdminEmail: fan.email });
    const device = small.visitor();
    await device.call('signIn', { email: chief.email, password: 'aguante' });
    const ofOwn = async () =>
      (await device.call('adminListReports', {})).items.filter((item) => item.author.uid === chief.uid)
        .length;
    expect(await ofOwn()).toBe(2);
    expect((await device.ask('adminAddReportNote', { reportId: cases[1]!.id, note: 'Soy yo' })).status).toBe(
      200,
    );
    await db.raw.query('UPDATE accounts SET email_verified_at = now() WHERE uid = $1', [fan.uid]);
    expect(await ofOwn()).toBe(0);
    await small.close();
    await db.raw.query('UPDATE accounts SET email_verified_at = NULL WHERE uid = $1', [fan.uid]);
    await db.raw.query('UPDATE users SET suspended = false WHERE uid = ANY($1)', [[admin.uid, other.uid]]);
    await db.raw.query('DELETE FROM admins WHERE uid = ANY($1)', [[chief.uid, imported.uid]]);
  });

  it('the report queue is listed newest first, ten per page, while reports arrive', async () => {
    const before = await everyReport({});
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push((await newReport(`${i}`)).id);
    const page = await admin.call('adminListReports', {});
    expect(page.items).toHaveLength(limits.reportsPage);
    await newReport('más nuevo');
    await admin.call('adminDecideReport', { reportId: ids[1]!, state: 'dismissed' });
    const rest = await admin.call('adminListReports', { cursor: page.cursor! });
    const all = [...page.items, ...rest.items].map(({ id }) => id);
    expect(all.slice(0, 12)).toEqual([...ids.slice(2).toReversed(), ids[0], before[0]!.id]);
    const again = await admin.call('adminListReports', {});
    const { waitingReports } = await admin.call('getDashboard');
    expect(again.waiting.new + again.waiting.reviewing).toBe((await everyReport({})).length);
    expect(waitingReports).toBe(again.waiting.new + again.waiting.reviewing);
  });

  it('the report queue filters by state, and a cursor works for its state only', async () => {
    const { id } = await newReport();
    await admin.call('adminDecideReport', { reportId: id, state: 'reviewing' });
    expect((await everyReport({ state: 'new' })).map((report) => report.id)).not.toContain(id);
    const reviewing = await everyReport({ state: 'reviewing' });
    expect(reviewing.map((report) => report.id)).toContain(id);
    const { waiting: counts } = await admin.call('adminListReports', { state: 'upheld' });
    expect(counts.reviewing).toBe(reviewing.length);
    const { cursor } = await admin.call('adminListReports', { state: 'new' });
    expect(cursor).not.toBeNull();
    const crossed = await admin.ask('adminListReports', { state: 'upheld', cursor });
    expect(crossed.body.error?.code).toBe('invalid-argument');
  });

  it('a report records every step with its admin, time and note', async () => {
    const { id } = await newReport();
    await admin.call('adminDecideReport', { reportId: id, state: 'reviewing', note: 'La miro yo' });
    await other.call('adminAddReportNote', { reportId: id, note: ' Es reincidente ' });
    const { report } = await other.call('adminDecideReport', {
      reportId: id,
      state: 'upheld',
      note: 'Listo',
    });
    // The answer to the first was lost.
    for (let i = 0; i < 2; i++) await admin.call('adminAddReportNote', { reportId: id, note: 'Apeló' });
    expect(report.state).toBe('upheld');
    const upheldCase = (await everyReport({ state: 'upheld' })).find((report) => report.id === id);
    expect(upheldCase?.history.map(({ admin: by, state, note }) => [by?.uid, state, note])).toEqual([
      [admin.uid, 'reviewing', 'La miro yo'],
      [other.uid, null, 'Es reincidente'],
      [other.uid, 'upheld', 'Listo'],
      [admin.uid, null, 'Apeló'],
    ]);
    const audit = await db.raw.query<{ action: string; target_label: string; note: string }>(
      'SELECT action, target_label, note FROM audit_log WHERE target_id = $1 ORDER BY id',
      [id],
    );
    expect(audit.rows).toEqual([
      { action: 'report-taken', target_label: '@barra (post)', note: 'La miro yo' },
      { action: 'report-noted', target_label: '@barra (post)', note: 'Es reincidente' },
      { action: 'report-decided', target_label: '@barra (post): con medidas', note: 'Listo' },
      { action: 'report-noted', target_label: '@barra (post)', note: 'Apeló' },
    ]);
    const empty = await admin.ask('adminAddReportNote', { reportId: id, note: ' \n ' });
    expect(empty.body.error?.code).toBe('invalid-argument');
  });

  it('reporters with an account are notified once of the decision, and nobody else', async () => {
    const postId = await publish();
    const deletedId = await publish('Se borra');
    const { comment } = await author.call('addComment', { postId, text: 'Y esto' });
    const fake = await site.user('Trucho');
    const reporters = await site.users('Vecina', 2);
    for (const user of reporters) await user.call('reportContent', { postId, reason: 'spam' });
    const first = reporters[0]!;
    await first.call('reportContent', { postId, commentId: comment.id, reason: 'spam' });
    await first.call('reportContent', { uid: fake.uid, reason: 'spam' });
    await first.call('reportContent', { postId: deletedId, reason: 'spam' });

    const decide = async (matches: (report: ReportCase) => boolean, state: 'upheld' | 'dismissed') => {
      const { id } = await openReport(matches);
      for (const step of ['reviewing', state, state] as const)
        await admin.call('adminDecideReport', { reportId: id, state: step });
    };
    await decide(ofPost(postId), 'dismissed');
    await decide((report) => report.commentId === comment.id, 'dismissed');
    await decide(({ kind, author: { uid } }) => kind === 'profile' && uid === fake.uid, 'upheld');
    await author.call('deletePost', { postId: deletedId });
    await decide(ofPost(deletedId), 'upheld');

    const dismissal = 'Revisamos lo que reportaste: no rompe las reglas, así que lo dejamos como está.';
    const measures = 'Revisamos lo que reportaste y tomamos medidas.';
    const notification = (text: string, link: string) =>
      expect.objectContaining({ type: 'other', actorId: null, text: `${text} Gracias por avisarnos.`, link });
    const [ofFirst, ofSecond] = await Promise.all(reporters.map((user) => user.call('getNotifications', {})));
    expect(ofFirst!.items).toEqual([
      notification(measures, '/terminos'),
      notification(measures, '/terminos'),
      notification(dismissal, `/p/${postId}`),
      notification(dismissal, `/p/${postId}`),
    ]);
    expect(ofSecond).toEqual({ items: [notification(dismissal, `/p/${postId}`)], cursor: null, unread: 1 });
    expect((await fake.call('getNotifications', {})).items).toEqual([]);
  });

  it('the notification of measures does not lead to a post that is deleted after the decision', async () => {
    const postId = await publish('Se borra después');
    const neighbour = await site.user('Vecina');
    await neighbour.call('reportContent', { postId, reason: 'spam' });
    const { id } = await openReport(ofPost(postId));
    await admin.call('adminDecideReport', { reportId: id, state: 'upheld' });
    await admin.call('adminDeletePost', { postId });
    expect((await neighbour.call('getNotifications', {})).items).toMatchObject([{ link: '/terminos' }]);
  });

  it('the notification of a decision does not lead to a comment below the post of a suspended user', async () => {
    const host = await site.user('Anfitrión');
    const { post } = await host.call('publishPost', { text: 'Opinen' });
    const { comment } = await author.call('addComment', { postId: post.id, text: 'Un insulto' });
    const neighbour = await site.user('Vecino');
    await neighbour.call('reportContent', { postId: post.id, commentId: comment.id, reason: 'spam' });
    await admin.call('adminSetUserSuspended', { targetUid: host.uid, suspended: true });
    const { id } = await openReport(({ commentId }) => commentId === comment.id);
    await admin.call('adminDecideReport', { reportId: id, state: 'dismissed' });
    expect((await neighbour.ask('getPost', { postId: post.id })).status).toBe(404);
    expect((await neighbour.call('getNotifications', {})).items).toMatchObject([{ link: '/terminos' }]);
  });

  it('a reporter who blocked the author since is not led to the post, which another reporter still sees', async () => {
    const postId = await publish('Te voy a encontrar');
    const reporters = await site.users('Prudente', 2);
    for (const user of reporters) await user.call('reportContent', { postId, reason: 'violence' });
    await reporters[0]!.call('blockUser', { targetUid: author.uid });
    const { id } = await openReport(ofPost(postId));
    await admin.call('adminDecideReport', { reportId: id, state: 'dismissed' });
    const links = reporters.map(async (user) => (await user.call('getNotifications', {})).items[0]?.link);
    expect(await Promise.all(links)).toEqual(['/terminos', `/p/${postId}`]);
  });

  it('of two admins deciding at once one succeeds, and the other learns who did', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newReport();
      const answers = await Promise.all([
        admin.ask('adminDecideReport', { reportId: id, state: 'upheld' }),
        other.ask('adminDecideReport', { reportId: id, state: 'dismissed' }),
      ]);
      const winner = answers.find(({ status }) => status === 200)!;
      const late = answers.find(({ status }) => status !== 200)!;
      expect(late.body.error).toEqual({
        code: 'failed-precondition',
        message:
          winner === answers[0]
            ? 'Ya lo resolvió Jefa: con medidas.'
            : 'Ya lo resolvió Otro Jefe: sin medidas.',
      });
      expect(winner.body.report.history).toHaveLength(1);
    }
  });

  it('a claimed or decided report cannot be claimed by another admin; repeating a step changes nothing', async () => {
    const { id } = await newReport();
    for (let i = 0; i < 2; i++) await admin.call('adminDecideReport', { reportId: id, state: 'reviewing' });
    const late = await other.ask('adminDecideReport', { reportId: id, state: 'reviewing' });
    expect(late.body.error?.message).toBe('Ya lo tomó Jefa.');
    for (let i = 0; i < 2; i++) {
      const { report } = await other.call('adminDecideReport', { reportId: id, state: 'dismissed' });
      expect(report.history).toHaveLength(2);
    }
    for (const state of ['reviewing', 'upheld'] as const) {
      const again = await other.ask('adminDecideReport', { reportId: id, state });
      expect(again.body.error?.code).toBe('failed-precondition');
    }
    for (const reportId of ['nada', fan.uid]) {
      expect((await admin.ask('adminDecideReport', { reportId, state: 'upheld' })).status).toBe(404);
      expect((await admin.ask('adminAddReportNote', { reportId, note: 'x' })).status).toBe(404);
    }
  });

  it('an admin who repeats a step with another note learns that it was taken already, and no note is lost', async () => {
    const { id } = await newReport();
    const claim = (note: string) =>
      admin.ask('adminDecideReport', { reportId: id, state: 'reviewing', note });
    expect((await claim('Parece serio')).status).toBe(200);
    for (const retriedNote of ['Parece serio', ''])
      expect((await claim(retriedNote)).body.report.history).toMatchObject([{ note: 'Parece serio' }]);
    const { body } = await claim('Pedí una captura a la víctima');
    expect(body.error?.message).toBe('Ya lo tomó Jefa.');
  });

  it('reporting decided content again opens a new case, even at the moment of the decision', async () => {
    const first = await newReport();
    const postId = first.postId!;
    const witness = await site.user('Testigo');
    await Promise.all([
      admin.call('adminDecideReport', { reportId: first.id, state: 'dismissed' }),
      witness.call('reportContent', { postId, reason: 'spam' }),
    ]);
    expect(await fan.call('reportContent', { postId, reason: 'spam' })).toEqual({ already: false });
    const open = (await everyReport({})).filter(ofPost(postId));
    expect(open).toHaveLength(1);
    const dismissedCase = (await everyReport({ state: 'dismissed' })).find(
      (report) => report.id === first.id,
    )!;
    // The witness's report may have joined either case: none is lost or counted twice.
    expect(open[0]!.reporters + dismissedCase.reporters).toBe(3);
  });

  it('a report shows how earlier reports of its author were decided', async () => {
    const barra = await site.user('Conocido');
    for (const state of ['upheld', 'upheld', 'dismissed'] as const) {
      const { post } = await barra.call('publishPost', { text: 'uno más' });
      await fan.call('reportContent', { postId: post.id, reason: 'spam' });
      const { id } = await openReport(ofPost(post.id));
      await admin.call('adminDecideReport', { reportId: id, state });
    }
    await fan.call('reportContent', { uid: barra.uid, reason: 'spam' });
    const report = await openReport(({ kind, author: { uid } }) => kind === 'profile' && uid === barra.uid);
    expect(report.author).toMatchObject({ upheld: 2, dismissed: 1 });
  });

  it('a report is deleted a year after its decision; undecided ones stay', async () => {
    const [old, recent, open] = [await newReport(), await newReport(), await newReport()];
    for (const { id } of [old, recent]) {
      await admin.call('adminAddReportNote', { reportId: id, note: 'x' });
      await admin.call('adminDecideReport', { reportId: id, state: 'dismissed' });
    }
    const age = (days: number) =>
      `UPDATE report_cases SET decided_at = now() - interval '${days} days' WHERE id = $1`;
    await db.raw.query(age(366), [old.id]);
    await db.raw.query(age(364), [recent.id]);
    await db.raw.query("UPDATE report_cases SET last_at = now() - interval '800 days' WHERE id = $1", [
      open.id,
    ]);
    await deleteOldReports(db, new Date(Date.now() - limits.reportDays * 24 * 3_600_000));
    const left = await db.raw.query<{ id: string }>('SELECT id FROM report_cases WHERE id = ANY($1)', [
      [old.id, recent.id, open.id],
    ]);
    expect(left.rows.map(({ id }) => id).toSorted()).toEqual([recent.id, open.id].toSorted());
    const traces = await db.raw.query(
      'SELECT 1 FROM reports WHERE case_id = $1 UNION ALL SELECT 1 FROM report_history WHERE case_id = $1',
      [old.id],
    );
    expect(traces.rows).toEqual([]);
  });
});
