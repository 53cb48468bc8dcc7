import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let image: string;
let film: string;
let filmBytes: Buffer;
let port: number;

beforeAll(async () => {
  site = await openSite(db);
  const ana = await site.user('Ana');
  const video = readFileSync(join(import.meta.dirname, '../../test/fixtures/tagged.webm'));
  image = (await ana.upload('post', await solid(30, 20).png().toBuffer())).body.url;
  film = (await ana.upload('post', video)).body.url;
  filmBytes = (await get(film)).rawPayload;
  await site.app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.http.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.http.inject({ url, method, headers });

describe('a file', () => {
  it('has its type, restrictive headers, and is cached forever', async () => {
    for (const [url, type] of [
      [image, 'image/jpeg'],
      [film, 'video/webm'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'content-length': String(rawPayload.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': 'inline',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await get(image)).headers as { etag: string };
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { statusCode, rawPayload, headers } = await get(image, { 'if-none-match': header });
      expect([statusCode, rawPayload.length, headers['etag']]).toEqual([304, 0, etag]);
    }
    expect((await get(image, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD', async () => {
    const { statusCode, headers, rawPayload } = await get(film, {}, 'HEAD');
    expect([statusCode, rawPayload.length]).toEqual([200, 0]);
    expect(headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': String(filmBytes.length),
    });
  });

  it.each([
    ['bytes=0-', 0, 2_767],
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=-10', 2_758, 2_767],
    ['bytes=2700-99999', 2_700, 2_767],
  ])('is sent in part for %s', async (range, start, end) => {
    const { statusCode, headers, rawPayload } = await get(film, { range });
    expect(statusCode).toBe(206);
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${filmBytes.length}`,
      'content-length': String(end - start + 1),
      'content-type': 'video/webm',
    });
    expect(rawPayload.equals(filmBytes.subarray(start, end + 1))).toBe(true);
  });

  it('answers 416 for an unsatisfiable range, and ignores an invalid one', async () => {
    for (const range of ['bytes=2768-', 'bytes=-0']) {
      const { statusCode, headers } = await get(film, { range });
      expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${filmBytes.length}`]);
    }
    for (const range of ['bytes=5-2', 'bytes=0-1,3-4', 'x=0-1', 'bytes=']) {
      expect((await get(film, { range })).statusCode).toBe(200);
    }
  });

  it('is sent whole when If-Range names another version', async () => {
    const { etag } = (await get(film)).headers as { etag: string };
    expect((await get(film, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
    expect((await get(film, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  it('is served while many clients disconnect midway', async () => {
    const left = Array.from({ length: 50 }, async () => {
      const clientRequest = request({ host: '127.0.0.1', port, path: film });
      clientRequest.on('error', () => {});
      clientRequest.end();
      const [answer] = await new Promise<[IncomingMessage]>((resolve) =>
        clientRequest.on('response', (...all) => resolve(all)),
      );
      answer.on('error', () => {});
      answer.destroy();
    });
    await Promise.all(left);
    expect((await get(film)).rawPayload.length).toBe(filmBytes.length);
  });
});

describe('nothing is served for', () => {
  /** Sends a raw path: clients would normalise it. */
  async function ask(path: string) {
    const clientRequest = request({ host: '127.0.0.1', port, path });
    clientRequest.end();
    const answer = await new Promise<IncomingMessage>((resolve) => clientRequest.on('response', resolve));
    return { status: answer.statusCode, text: (await buffer(answer)).toString('latin1') };
  }

  const paths: [string, () => string][] = [
    ['a folder', () => image.slice(0, image.lastIndexOf('/') + 1)],
    ['the root', () => '/media/'],
    ['the root without a slash', () => '/media'],
    ['the drafts', () => '/media/.drafts/'],
    ['another ending', () => image.replace('.jpg', '.html')],
    ['no ending', () => image.replace('.jpg', '')],
    ['upper case', () => image.replace('/users/', '/USERS/')],
    ['a slash at the end', () => `${image}/`],
    ['two slashes', () => image.replace('/posts/', '//posts/')],
    ['two slashes at the beginning', () => image.replace('/media/', '/media//')],
    ['a step up and down', () => image.replace('/posts/', '/posts/../posts/')],
    ['an encoded step up', () => image.replace('/posts/', '/%2e%2e/posts/')],
    ['the secrets', () => '/media/../secrets/session'],
    ['the secrets, encoded', () => '/media/%2e%2e/secrets/session'],
    ['the secrets, encoded twice', () => '/media/%252e%252e/secrets/session'],
    ['the secrets, with encoded slashes', () => '/media/..%2fsecrets%2fsession'],
    ['the secrets, with backslashes', () => '/media/..%5csecrets%5csession'],
    ['an absolute path', () => '/media//etc/passwd'],
    ['an encoded absolute path', () => '/media/%2fetc%2fpasswd'],
    ['a NUL', () => `${image}%00`],
    ['a NUL before the ending', () => image.replace('.jpg', '%00.jpg')],
    ['an encoded letter', () => image.replace('users', '%75sers')],
    ['a parameter of a path', () => `${image};x=1`],
    ['a picture of no id', () => '/media/avatars/nadie/avatar.jpg'],
    ['a picture of nobody', () => '/media/avatars/019a0000-0000-7000-8000-000000000001/avatar.jpg'],
    [
      'a missing version',
      () => `/media/avatars/019a0000-0000-7000-8000-000000000001/avatar.jpg?v=${'a'.repeat(16)}`,
    ],
    [
      'a version with a path in it',
      () => '/media/avatars/019a0000-0000-7000-8000-000000000001/avatar.jpg?v=../../x',
    ],
    ['a file that is not there', () => image.replace(/_[0-9a-f]{6}/, '_000000')],
  ];

  it.each(paths)('%s', async (_, path) => {
    const { status, text } = await ask(path());
    expect(status).toBe(404);
    expect(JSON.parse(text).error.code).toBe('not-found');
  });

  it('an undecodable path', async () => {
    for (const path of ['/media/%', '/media/%ff%fe', '/media/%zz']) {
      expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
      expect((await ask(path)).status).toBeLessThan(500);
    }
  });

  it('other methods', async () => {
    for (const [method, status] of [
      ['POST', 404],
      ['PUT', 405],
      ['DELETE', 405],
    ] as const) {
      expect((await site.app.http.inject({ method, url: image })).statusCode).toBe(status);
    }
  });
});
