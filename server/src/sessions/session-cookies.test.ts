import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite } from '../../test/site.ts';

const { db } = await cloneDatabase();
const person = { displayName: 'Ana', email: 'ana@ejemplo.ar', password: 'aguante', acceptedTos: true };
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db, { publicUrl: 'https://tablon.example' });
});
afterAll(() => site.close());

const cookies = (headers: Record<string, unknown>) =>
  Object.fromEntries([headers['set-cookie']].flat().map((line) => String(line).split(/=(.*)/s)));

it('every cookie of an https site is host-bound, HttpOnly and SameSite=Lax', async () => {
  const { headers } = await site.visitor().ask('signUp', person);
  const set = cookies(headers);
  expect(Object.keys(set)).toEqual(['__Host-sid', '__Host-device']);
  for (const value of Object.values(set)) {
    const attributes = String(value).toLowerCase().split('; ').slice(1).toSorted();
    expect(attributes.filter((attribute) => !attribute.startsWith('max-age='))).toEqual([
      'httponly',
      'path=/',
      'samesite=lax',
      'secure',
    ]);
  }
});

it('a device cookie or an http cookie does not open a session on an https site', async () => {
  const visitor = site.visitor();
  await visitor.call('signIn', { email: person.email, password: person.password });
  const sid = visitor.cookies.get('__Host-sid')!;
  const device = visitor.cookies.get('__Host-device')!;
  const statusWith = async (cookie: string) => (await site.visitor({ cookie }).ask('getAccount')).status;
  expect(await statusWith(`__Host-sid=${sid}`)).toBe(200);
  for (const cookie of [`sid=${sid}`, `__Host-sid=${device}`, `__Host-sid=${sid.split('.')[0]}`])
    expect(await statusWith(cookie)).toBe(401);
});

it('no response body contains a session token', async () => {
  const visitor = site.visitor();
  const { text, headers } = await visitor.ask('signIn', { email: person.email, password: person.password });
  const [token = ''] = visitor.cookies.get('__Host-sid')!.split('.');
  expect(token).toMatch(/^[\w-]{43}$/);
  const answers = [text, JSON.stringify({ ...headers, 'set-cookie': '' })];
  for (const name of ['getSession', 'getAccount', 'getSessions', 'getProfile'] as const)
    answers.push((await visitor.ask(name)).text);
  for (const answer of answers) expect(answer).not.toContain(token);
});
