import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { addJob } from '../kernel/store/jobs.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
});
afterAll(() => site.close());

/** Inserts users without accounts. */
async function insertUsers(count: number, handle: string, name: string): Promise<string[]> {
  const { rows } = await db.raw.query<{ uid: string }>(
    `INSERT INTO users (uid, display_name, name_folded, handle, created_at, updated_at)
     SELECT gen_random_uuid(), $2 || ' ' || i, lower($2) || ' ' || i, $1 || lpad(i::text, 4, '0'), now(), now()
     FROM generate_series(1, $3::int) AS i RETURNING uid`,
    [handle, name, count],
  );
  return rows.map((row) => row.uid);
}

type List = 'getFollowers' | 'getFollowing' | 'searchUsers';

async function readAll(user: User, list: List, input: object): Promise<{ uids: string[]; sizes: number[] }> {
  const uids: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await user.call(list, { ...input, ...(cursor && { cursor }) } as { uid: string; q: string });
    uids.push(...page.items.map((item) => item.uid));
    sizes.push(page.items.length);
    cursor = page.cursor;
  }
  return { uids, sizes };
}

describe('followers and following', () => {
  it('followers and followees are listed newest first, with those the viewer follows', async () => {
    const [beto, caro] = [await site.user('Beto'), await site.user('Caro')];
    for (const fan of [beto, caro]) await fan.call('followUser', { targetUid: ana.uid });
    await ana.call('followUser', { targetUid: beto.uid });
    const { items, cursor, following } = await ana.call('getFollowers', { uid: ana.uid });
    expect(items.map((item) => item.displayName)).toEqual(['Caro', 'Beto']);
    expect([cursor, following]).toEqual([null, [beto.uid]]);
    // Everybody also follows the official account.
    const followingPage = await caro.call('getFollowing', { uid: ana.uid });
    expect(followingPage.items.map((item) => item.displayName)).toEqual(['Beto', 'Tablón']);
  });

  it('a follow list ends after 500 people, in pages of twenty without repeats', async () => {
    const star = await site.user('Estrella');
    const fans = await insertUsers(530, 'fan', 'Fan');
    await db.raw.query(
      `INSERT INTO followers (followee, follower, created_at)
       SELECT $1, f, '2026-01-01'::timestamptz + (i / 3) * interval '1 s'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS t (f, i)`,
      [star.uid, fans],
    );
    const { uids, sizes } = await readAll(ana, 'getFollowers', { uid: star.uid });
    expect(new Set(uids).size).toBe(500);
    expect(sizes).toEqual(Array.from({ length: 25 }, () => 20));
  });

  it('the followers of the official account are its newest ones', async () => {
    const official = (await ana.call('getProfile', { uid: '@tablon' })).profile.uid;
    const late = await site.user('Última');
    const { items } = await ana.call('getFollowers', { uid: official });
    expect(items[0]?.uid).toBe(late.uid);
    await late.call('unfollowUser', { targetUid: official });
    const after = await ana.call('getFollowers', { uid: official });
    expect(after.items.map((item) => item.uid)).not.toContain(late.uid);
  });

  it.each(['a user', 'the official account'])(
    'a page of the followers of %s reads a bounded number of hidden ones, and the next one continues',
    async (whose) => {
      const [star, fan] = [await site.user('Estrella'), await site.user('Hincha')];
      const official = (await ana.call('getProfile', { uid: '@tablon' })).profile.uid;
      await fan.call('followUser', { targetUid: star.uid });
      const hidden = await insertUsers(500, `${whose.slice(-4).trim()}_`, 'Oculto');
      const later = `date_trunc('milliseconds', now()) + interval '1 s'`;
      await db.raw.query(`UPDATE users SET suspended = true, created_at = ${later} WHERE uid = ANY($1)`, [
        hidden,
      ]);
      await db.raw.query(
        `INSERT INTO followers (followee, follower, created_at) SELECT $1, unnest($2::uuid[]), ${later}`,
        [star.uid, hidden],
      );
      const uid = whose === 'a user' ? star.uid : official;
      const ran = await statementsOf(async () => {
        const page = await ana.call('getFollowers', { uid });
        expect(page).toMatchObject({ items: [], cursor: expect.any(String) });
      });
      expect(ran.length).toBeLessThan(50);
      const { uids } = await readAll(ana, 'getFollowers', { uid });
      expect(uids[0]).toBe(fan.uid);
      expect(uids).toHaveLength(new Set(uids).size);
    },
  );

  it('follow lists leave out suspended users, whose lists answer 404', async () => {
    const [star, suspended] = [await site.user('Estrella'), await site.user('Sancionado')];
    await suspended.call('followUser', { targetUid: star.uid });
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [suspended.uid]);
    const later = await openSite(db);
    const reader = await later.user('Lector');
    expect((await reader.call('getFollowers', { uid: star.uid })).items).toEqual([]);
    expect((await reader.ask('getFollowers', { uid: suspended.uid })).status).toBe(404);
    expect((await reader.ask('getFollowing', { uid: 'nada' })).status).toBe(404);
    await later.close();
  });
});

describe('the search', () => {
  it('the user search matches the start of a handle, then any part of a name, ignoring accents', async () => {
    const pepe = await site.user('José Ñandú');
    await pepe.call('updateProfile', { displayName: 'José Ñandú', handle: 'zorzal', bio: '' });
    const names = async (q: string) =>
      (await ana.call('searchUsers', { q })).items.map((item) => item.displayName);
    expect(await names(' @ZOR ')).toEqual(['José Ñandú']);
    expect(await names('NANDU')).toEqual(['José Ñandú']);
    expect(await names('sé ñ')).toEqual(['José Ñandú']);
    expect(await names('nadie se llama así')).toEqual([]);
    expect(await names(' @ ')).toEqual([]);
  });

  it('the user search treats pattern characters literally', async () => {
    for (const q of ['%', '_', '%%%%', '\\', "' OR 1=1 --"]) {
      expect((await ana.call('searchUsers', { q })).items).toEqual([]);
    }
  });

  it('the user search finds a name that was pasted with unbreakable spaces', async () => {
    const ana = await site.user('Ana Pegada');
    const profile = { displayName: 'Rosario\u00A0Pegatina', handle: '', bio: '' };
    await ana.call('updateProfile', profile);
    const { items } = await ana.call('searchUsers', { q: 'rosario pegatina' });
    expect(items.map(({ uid }) => uid)).toEqual([ana.uid]);
  });

  it('the user search finds a name with every apostrophe, also one that was stored earlier', async () => {
    const { uid } = await site.user('Rocío D’Angelo');
    const [earlierUid = ''] = await insertUsers(1, 'earlier', "Tano D'Angelo");
    await db.raw.query("DELETE FROM walks WHERE name = 'names'");
    await addJob(db, 'fold-earlier-names', {});
    await drainJobs(db);
    for (const q of ["d'angelo", 'D’Angelo', 'd´angelo', 'dangelo']) {
      const { items } = await ana.call('searchUsers', { q });
      expect(new Set(items.map((item) => item.uid))).toEqual(new Set([uid, earlierUid]));
    }
  });

  it('the user search finds nobody by marks without a letter', async () => {
    const ana = await site.user("Ana O'Tildes");
    for (const q of ['\u0301', '\uFE0F', '\u0301 \u0308', "'", '’ ´'])
      expect((await ana.call('searchUsers', { q })).items).toEqual([]);
  });

  it('the user search pages through handles first, then names, without repeats', async () => {
    const byHandle = await insertUsers(45, 'murga', 'Otra cosa');
    const byName = await insertUsers(30, 'q', 'Murga del sur');
    const { uids, sizes } = await readAll(ana, 'searchUsers', { q: 'murga' });
    expect(sizes).toEqual([20, 20, 20, 15]);
    expect(new Set(uids.slice(0, 45))).toEqual(new Set(byHandle));
    expect(new Set(uids.slice(45))).toEqual(new Set(byName));
  });

  it('the user search matches the first three letters of an e-mail address but never reveals it', async () => {
    const secret = await site.user('Reservada');
    const address = 'kwzulema.secreta@correo.example';
    await db.raw.query('UPDATE accounts SET email_lower = $2 WHERE uid = $1', [secret.uid, address]);
    const find = async (q: string) => {
      const { body, text } = await ana.ask('searchUsers', { q });
      expect(text).not.toMatch(/correo|zulema/);
      return body.items.map((item) => item.uid);
    };
    for (const q of ['kwz', ' @KWZ', 'kwzulema.secreta', address, `@${address.toUpperCase()}`])
      expect(await find(q)).toEqual([secret.uid]);
    for (const q of ['kw', 'wzu', 'zulema', '@correo.example', 'kwz%', `${address}.ar`])
      expect(await find(q)).toEqual([]);
    const profile = { displayName: 'Reservada', handle: 'reservada', bio: '' };
    await secret.call('updateProfile', { ...profile, findableByEmail: false });
    expect(await find('kwzu')).toEqual([]);
    expect(await find(address)).toEqual([]);
    expect((await secret.call('getSession')).findableByEmail).toBe(false);
    await secret.call('updateProfile', profile);
    expect((await secret.call('getSession')).findableByEmail).toBe(false);
  });

  it('the user search finds an e-mail address by its domain as it was typed and in ASCII', async () => {
    const { uid } = await site.user('Reservada');
    const address = 'kxsara@xn--and-6ma2c.com.ar';
    await db.raw.query('UPDATE accounts SET email_lower = $2 WHERE uid = $1', [uid, address]);
    for (const q of [address, 'kxsara@ñandú.com.ar']) {
      const { items } = await ana.call('searchUsers', { q });
      expect(items.map((item) => item.uid)).toEqual([uid]);
    }
  });

  it('the user search orders matches by handle, address and name, and its pages neither repeat nor skip', async () => {
    const people = await insertUsers(75, 'tero', 'Nadie');
    const [all, byHandle, byEmail, byName] = [
      people.slice(0, 15),
      people.slice(15, 30),
      people.slice(30, 55),
      people.slice(55),
    ];
    // The first group matches in all three ways.
    for (const [uids, field, value] of [
      [[...all, ...byName, ...byEmail.slice(0, 5)], 'name_folded', 'el quetzal'],
      [[...all, ...byHandle], 'handle', 'quetz'],
    ] as const) {
      await db.raw.query(
        `UPDATE users SET ${field} = $2 || i::text FROM unnest($1::uuid[]) WITH ORDINALITY AS t (u, i) WHERE uid = u`,
        [uids, value],
      );
    }
    const mail = async (uid: string, address: string) =>
      db.raw.query('INSERT INTO accounts (uid, email_lower, created_at) VALUES ($1, $2, now())', [
        uid,
        address,
      ]);
    const long = 'q'.repeat(150);
    for (const [i, uid] of [...all, ...byEmail].entries())
      await mail(uid, `quetzal${i % 7}${i}@${long}.example`);
    const later = await openSite(db);
    const reader = await later.user('Lector');
    const uids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body, text } = await reader.ask('searchUsers', { q: 'quetz', ...(cursor && { cursor }) });
      expect(text).not.toContain(long);
      const { cursor: next } = body;
      // The cursor must not reveal an address either.
      expect(Buffer.from(next ?? '', 'base64url').toString('latin1')).not.toContain('quetzal');
      uids.push(...body.items.map((item) => item.uid));
      // Deleting the last user of a page must not lose its neighbours.
      if (uids.length === 40) await db.raw.query('DELETE FROM accounts WHERE uid = $1', [uids[39]]);
      cursor = next;
    }
    expect(uids).toHaveLength(75);
    expect(new Set(uids.slice(0, 30))).toEqual(new Set([...all, ...byHandle]));
    expect(new Set(uids.slice(30, 55))).toEqual(new Set(byEmail));
    expect(new Set(uids.slice(55))).toEqual(new Set(byName));
    await later.close();
  });

  it('the user search leaves out suspended users', async () => {
    const suspended = await site.user('Desaparecida');
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [suspended.uid]);
    const later = await openSite(db);
    const reader = await later.user('Lector');
    expect((await reader.call('searchUsers', { q: 'desaparecida' })).items).toEqual([]);
    expect((await reader.call('searchUsers', { q: suspended.email })).items).toEqual([]);
    await later.close();
  });
});

it('getProfile finds a profile by its handle', async () => {
  await ana.call('updateProfile', { displayName: 'Ana', handle: 'ana.la10', bio: '' });
  const { profile, isSelf } = await ana.call('getProfile', { uid: '@Ana.La10' });
  expect([profile.uid, isSelf]).toEqual([ana.uid, true]);
  for (const uid of ['@nadie_asi', '@ana.la10á'])
    expect((await ana.ask('getProfile', { uid })).status).toBe(404);
});
