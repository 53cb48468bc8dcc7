import { once } from 'node:events';
import { readdir, unlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { jpegOf, solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { userTables } from '../../test/user-tables.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let origin: string;
const now = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  site = await openSite(db, { now: () => now });
  await site.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(site.app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

const publish = async (user: User, input: object) => (await user.call('publishPost', input)).post.id;
const cookieOf = (user: User) => [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function download(user: User, at = site): Promise<Buffer> {
  const response = await at.app.http.inject({
    url: '/api/downloadMyData',
    cookies: Object.fromEntries(user.cookies),
  });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="mis-datos-2026-11-21.zip"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  return response.rawPayload;
}

/** The files of an archive, read by another library than the writer, with their checksums verified. */
async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true }, (error, zipFile) =>
      error ? reject(error) : resolve(zipFile),
    ),
  );
  const files = new Map<string, Buffer>();
  const end = once(zip, 'end');
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return zip.emit('error', error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (failure) => zip.emit('error', failure));
      stream.on('end', () => {
        const content = Buffer.concat(chunks);
        // yauzl does not verify checksums.
        expect(crc32(content)).toBe(entry.crc32);
        files.set(entry.fileName, content);
        zip.readEntry();
      });
    });
  });
  zip.readEntry();
  await end;
  return files;
}

/** The file of the archive that has the rows of a table. */
const filesOfTables: Record<string, string> = {
  accounts: 'cuenta.json',
  ad_views: 'anuncios.json',
  blocks: 'bloqueados.json',
  club_members: 'perfil.json',
  club_posts: 'publicaciones.json',
  comment_likes: 'me-gusta-comentarios.json',
  comments: 'comentarios.json',
  followers: 'seguidores.json',
  follows: 'seguidos.json',
  handles: 'perfil.json',
  likes: 'me-gusta.json',
  muted_words: 'palabras-silenciadas.json',
  mutes: 'silenciados.json',
  notifications: 'notificaciones.json',
  poll_votes: 'votos.json',
  posts: 'publicaciones.json',
  push_subscriptions: 'avisos-push.json',
  reports: 'reportes.json',
  reposts: 'reposts.json',
  saves: 'guardados.json',
  sessions: 'sesiones.json',
  tag_uses: 'temas.json',
  uploads: 'archivos/',
  user_posts: 'publicaciones.json',
  user_settings: 'preferencias.json',
  users: 'perfil.json',
};

/** Tables that the archive leaves out, and why. */
const leftOut: Record<string, string> = {
  admins: 'a role that the site gives, not data about a person',
  audit_log: "the site's own records",
  blocked_by: 'whoever blocked the owner is not told',
  club_suggestions: 'a ranking, made again by a job',
  idempotency_keys: 'random numbers of the last week',
  imported: 'numbers of an earlier site',
  password_tokens: 'a secret',
  post_summaries: 'a copy of posts',
  removed_posts: 'removed by the owner',
  report_cases: 'complaints by others',
  report_history: "the site's own records",
  sitemap_files: 'a copy of what search engines are shown',
  suggested_people: 'a ranking, made again by a job',
  tag_posts: 'a copy of the topics in the texts of posts',
  timeline: 'posts by others',
  user_reposts: 'a copy of reposts',
};

type Rows = Record<string, unknown>[];
const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name))) as Rows;

describe('the archive', () => {
  it('the archive contains all data of its owner, as JSON lists and a readable letter', async () => {
    const [ana, beto, leaver] = [await site.user('Ana'), await site.user('Beto'), await site.user('Se fue')];
    const picture = await solid(40, 30).jpeg().toBuffer();
    const { body: media } = await ana.upload('post', picture);
    const { body: second } = await ana.upload('post', picture);
    const { body: avatar } = await ana.upload('avatar', picture);
    await ana.call('updateProfile', {
      displayName: 'Ana «la 10»',
      handle: 'ana.diez',
      bio: 'Ñandú\ny "comillas"',
      avatar: { key: avatar.key },
    });
    const poll = { options: ['Sí', 'No'], durationMinutes: 1440 };
    const own = await publish(ana, {
      text: 'con fotos',
      attachments: [{ key: media.key }, { key: second.key, alt: 'El arco' }],
      poll,
      warning: { kind: 'spoiler' },
    });
    const other = await publish(beto, { text: 'lo que escribió Beto', poll });
    await ana.call('setClub', { club: 'colon', show: true });
    const tagged = await publish(ana, { text: '#LaTribuna y #latribuna' });
    for (let i = 0; i < 90; i++) await publish(ana, { text: `número ${i}` });
    await beto.call('votePoll', { postId: own, optionId: 'b' });
    await beto.call('likePost', { postId: own });
    await beto.call('followUser', { targetUid: ana.uid });
    await leaver.call('followUser', { targetUid: ana.uid });
    await ana.call('followUser', { targetUid: beto.uid });
    await ana.call('likePost', { postId: other });
    await ana.call('repostPost', { postId: other });
    await ana.call('savePost', { postId: other });
    await ana.call('votePoll', { postId: other, optionId: 'a' });
    await ana.call('addComment', { postId: other, text: 'gol 🎉' });
    const { comment: question } = await beto.call('addComment', { postId: other, text: '¿vieron?' });
    await ana.call('addComment', { postId: other, text: 'sí', replyTo: question.id });
    await ana.call('likeComment', { postId: other, commentId: question.id });
    await ana.call('setMutedWords', { words: ['descenso'] });
    await ana.call('setClub', { club: 'colon', show: false });
    await ana.call('setPreferences', { hideClubs: true, askForAlt: true });
    await ana.call('muteUser', { targetUid: leaver.uid });
    await ana.call('reportContent', { postId: other, reason: 'spam', note: 'insiste' });
    await leaver.call('deleteAccount', { uid: leaver.uid, password: 'aguante' });
    await db.raw.query("INSERT INTO ad_views VALUES ($1, $2, '2026-11-21', 2)", [ana.uid, own]);
    await drainJobs(db);

    const files = await unzip(await download(ana));
    expect(json(files, 'cuenta.json')).toMatchObject({ uid: ana.uid, email: ana.email, hasPassword: true });
    expect(json(files, 'perfil.json')).toMatchObject({
      displayName: 'Ana «la 10»',
      handle: 'ana.diez',
      bio: 'Ñandú\ny "comillas"',
      postsCount: 92,
      club: 'colon',
      showClub: false,
      clubSince: now.toISOString(),
    });
    const posts = json(files, 'publicaciones.json');
    expect(posts).toHaveLength(92);
    expect(posts.find(({ id }) => id === tagged)).toMatchObject({ club: 'colon' });
    const use = { tag: 'latribuna', day: '2026-11-21', posts: 1, lastAt: now.toISOString() };
    expect(json(files, 'temas.json')).toEqual([use]);
    expect(json(files, 'anuncios.json')).toEqual([{ adId: own, day: '2026-11-21', shown: 2 }]);
    expect(posts.at(-1)).toMatchObject({
      id: own,
      url: `http://localhost:3000/p/${own}`,
      text: 'con fotos',
      club: null,
      attachments: [
        { type: 'image', alt: null },
        { file: `archivos/${second.key.split('/').at(-1)}`, alt: 'El arco' },
      ],
      warning: { kind: 'spoiler', label: 'Spoiler' },
      counts: { likes: 1 },
      poll: { totalVotes: 1, options: { b: { text: 'No', votes: 1 } } },
    });
    const mark = { postId: other, url: `http://localhost:3000/p/${other}`, at: now.toISOString() };
    expect(json(files, 'me-gusta.json')).toEqual([mark]);
    expect(json(files, 'reposts.json')).toEqual([mark]);
    expect(json(files, 'guardados.json')).toEqual([mark]);
    expect(json(files, 'votos.json')).toEqual([{ option: 'a', ...mark }]);
    expect(json(files, 'comentarios.json')).toMatchObject([
      { text: 'gol 🎉', ...mark },
      { text: 'sí', replyTo: question.id, ...mark },
    ]);
    expect(json(files, 'me-gusta-comentarios.json')).toEqual([{ commentId: question.id, ...mark }]);
    expect(json(files, 'seguidos.json')).toMatchObject([{ uid: beto.uid }, { handle: 'tablon' }]);
    expect(json(files, 'seguidores.json')).toMatchObject([{ uid: beto.uid, displayName: 'Beto' }]);
    expect(json(files, 'silenciados.json')).toEqual([]);
    expect(json(files, 'palabras-silenciadas.json')).toEqual(['descenso']);
    expect(json(files, 'bloqueados.json')).toEqual([]);
    expect(json(files, 'preferencias.json')).toMatchObject({ hideClubs: true, askForAlt: true });
    expect(json(files, 'notificaciones.json')).toMatchObject([{ actorId: beto.uid }, { type: 'like' }]);
    expect(json(files, 'sesiones.json')).toMatchObject([{ createdAt: now.toISOString() }]);
    expect(json(files, 'avisos-push.json')).toMatchObject({ preferences: { like: true }, devices: [] });
    expect(json(files, 'reportes.json')).toMatchObject([
      { targetId: other, reason: 'spam', note: 'insiste' },
    ]);

    const [{ file }, { avatar: avatarFile }] = [
      (posts.at(-1)! as { media: { file: string } }).media,
      json(files, 'perfil.json') as unknown as { avatar: string },
    ];
    for (const name of [file, `archivos/${second.key.split('/').at(-1)}`, avatarFile]) {
      expect(name).toMatch(/^archivos\/[\w.]+\.jpg$/);
      expect(files.get(name)!.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    const letter = String(files.get('LEEME.txt'));
    expect(letter).toContain('Tus datos de Tablón');
    const jsonNames = [...files.keys()].filter((name) => name.endsWith('.json'));
    for (const name of jsonNames) expect(letter).toContain(name);
    const fileNames = new Set(Object.values(filesOfTables));
    expect(jsonNames.toSorted()).toEqual([...fileNames].filter((name) => name.endsWith('.json')).toSorted());
  });

  it('every table that names users is in the archive, or has a reason not to be', async () => {
    expect((await userTables(db)).toSorted()).toEqual(
      [...Object.keys(filesOfTables), ...Object.keys(leftOut)].toSorted(),
    );
  });

  it('the archive contains only public data of others, and no secrets of its owner', async () => {
    const [caro, dora] = [await site.user('Caro'), await site.user('Dora')];
    const secret = await publish(dora, { text: 'lo que escribió Dora' });
    await caro.call('likePost', { postId: secret });
    await caro.call('savePost', { postId: secret });
    await dora.call('followUser', { targetUid: caro.uid });
    await dora.call('muteUser', { targetUid: caro.uid });
    const elsa = await site.user('Elsa');
    await elsa.call('blockUser', { targetUid: caro.uid });
    await dora.call('reportContent', { uid: caro.uid, reason: 'spam', note: 'la denuncio' });
    const files = await unzip(await download(caro));
    const all = [...files.values()].map(String).join('\n');
    expect(all).toContain(caro.email);
    for (const word of [dora.email, elsa.email, elsa.uid, 'lo que escribió Dora', 'la denuncio', 'argon2']) {
      expect(all).not.toContain(word);
    }
    const hashes = await db.raw.query<{ hash: Buffer }>('SELECT token_hash AS hash FROM sessions');
    for (const { hash } of hashes.rows) {
      expect(all).not.toContain(hash.toString('hex'));
      expect(all).not.toContain(hash.toString('base64url'));
    }
  });

  it('the archive of a new account is complete', async () => {
    const files = await unzip(await download(await site.user('Nueva')));
    expect(json(files, 'publicaciones.json')).toEqual([]);
    expect(json(files, 'comentarios.json')).toEqual([]);
  });

  it('the archive is named for the day in Buenos Aires, like its letter', async () => {
    const evening = new Date('2026-11-22T00:30:00Z');
    const other = await openSite(db, { now: () => evening });
    // The name is one of the headers that every download checks.
    const files = await unzip(await download(await other.user('Noche'), other));
    expect(String(files.get('LEEME.txt'))).toContain('21 de noviembre');
    await other.close();
  });

  it('the archive requires a session, comes twice a day and cannot be requested by another site', async () => {
    const other = await openSite(db, { now: () => now, rateLimits: true });
    expect((await other.visitor().ask('downloadMyData')).status).toBe(401);
    const fede = await other.user('Fede');
    expect((await fede.ask('downloadMyData', {}, { 'sec-fetch-site': 'cross-site' })).body.error?.code).toBe(
      'permission-denied',
    );
    await download(fede, other);
    expect((await fede.call('getAccount')).nextDownloadAt).toBeNull();
    await download(fede, other);
    const { status, headers, body } = await fede.ask('downloadMyData');
    expect([status, body.error?.code]).toEqual([429, 'resource-exhausted']);
    const next = new Date(now.getTime() + Number(headers['retry-after']) * 1_000);
    expect((await fede.call('getAccount')).nextDownloadAt).toBe(next.toISOString());
    await other.close();
  });
});

describe('download in progress', () => {
  /** Uploads 40 MB of pictures and starts a download whose headers have arrived. */
  async function begin(name: string): Promise<{ user: User; answer: IncomingMessage }> {
    const user = await site.user(name);
    const { body } = await user.upload('post', await jpegOf(3_000));
    await publish(user, { text: 'foto', media: { key: body.key } });
    // The files are enlarged on disk: the test is about sending them.
    const folder = join(site.mediaFolder, 'users', user.uid, 'posts');
    const [first] = await readdir(folder);
    for (let i = 0; i < 8; i++) {
      const key = first!.replace(/_.{2}/, `_0${i}`);
      await writeLarge(join(folder, key));
      await db.raw.query(
        `INSERT INTO uploads (key, owner_uid, purpose, type, bytes, created_at)
         VALUES ($1, $2, 'post', 'image', 1, now()) ON CONFLICT DO NOTHING`,
        [`users/${user.uid}/posts/${key}`, user.uid],
      );
    }
    return { user, answer: await start(user) };
  }

  async function start(user: User): Promise<IncomingMessage> {
    const request = get(`${origin}/api/downloadMyData`, {
      headers: { cookie: cookieOf(user) },
      agent: false,
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  it('a user has one download at a time, and even a large one arrives complete', async () => {
    const { user, answer } = await begin('Grande');
    const second = await start(user);
    expect(second.statusCode).toBe(503);
    expect(JSON.parse(await text(second))).toMatchObject({
      error: { message: 'Ya hay una descarga en curso. Probá de nuevo en unos minutos.' },
    });
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(40_000_000);
    expect((await start(user)).destroy().statusCode).toBe(200);
  });

  it('eight stalled downloads leave a slot for others', async () => {
    const slow: IncomingMessage[] = [];
    for (let i = 0; i < 8; i++) slow.push((await begin(`Lectora ${i}`)).answer);
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
    const { answer } = await begin('Ligera');
    expect(answer.statusCode).toBe(200);
    for (const download of [...slow, answer]) download.destroy();
  });

  it('a download ends when its client disconnects, and can be started again', async () => {
    const { user, answer } = await begin('Impaciente');
    await once(answer, 'data');
    answer.destroy();
    await expect
      .poll(async () => {
        const again = await start(user);
        again.destroy();
        return again.statusCode;
      })
      .toBe(200);
  });

  it('a download that fails halfway breaks off visibly', async () => {
    const { user, answer } = await begin('Sin suerte');
    answer.destroy();
    await db.raw.query('ALTER TABLE comments RENAME TO comments_away');
    try {
      await expect
        .poll(async () => {
          const broken = await start(user);
          if (broken.statusCode !== 200) return 'busy';
          return broken.toArray().then(
            () => 'whole',
            (error: unknown) => (error as NodeJS.ErrnoException).code,
          );
        })
        .toBe('ECONNRESET');
    } finally {
      await db.raw.query('ALTER TABLE comments_away RENAME TO comments');
    }
  });

  it('the archive leaves out a file that was deleted meanwhile', async () => {
    const user = await site.user('Borrador');
    const { body } = await user.upload('post', await solid(40, 30).jpeg().toBuffer());
    await unlink(join(site.mediaFolder, body.key));
    const files = await unzip(await download(user));
    expect([...files.keys()].filter((name) => name.startsWith('archivos/'))).toEqual([]);
  });
});

async function writeLarge(path: string): Promise<void> {
  await writeFile(path, Buffer.alloc(5_500_000, 7));
}
