import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Output } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { filmOf } from '../../test/films.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let port: number;

beforeAll(async () => {
  site = await openSite(db);
  await site.app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.http.server.address() as AddressInfo).port;
});
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.user('Ana');
});

const cookie = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Starts an upload over a real connection. */
function begin(headers: RequestOptions['headers'] = {}) {
  return request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/uploadMedia?purpose=post',
    headers: { cookie: cookie(), 'content-type': 'video/mp4', ...(headers as Record<string, string>) },
  });
}

async function answerOf(sender: ReturnType<typeof request>) {
  const [answer] = (await once(sender, 'response')) as [IncomingMessage];
  const body = (await json(answer)) as Output<'uploadMedia'> & { error?: { code: string; message: string } };
  return { status: answer.statusCode, body };
}

/** The rows, files and drafts of uploads. */
async function traces() {
  const rows = await db.raw.query('SELECT key FROM uploads WHERE owner_uid = $1', [ana.uid]);
  const names = readdirSync(site.mediaFolder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !entry.parentPath.includes('previews'));
  const own = files.filter(
    ({ parentPath }) => parentPath.includes(ana.uid) || parentPath.includes('.drafts'),
  );
  return { rows: rows.rows.length, files: own.length };
}

const nothing = { rows: 0, files: 0 };

describe('a chunked upload', () => {
  it('needs no Content-Length', async () => {
    const film = filmOf(3_000_000);
    const sender = begin({ 'transfer-encoding': 'chunked' });
    for (let at = 0; at < film.length; at += 100_000) sender.write(film.subarray(at, at + 100_000));
    sender.end();
    const { status, body } = await answerOf(sender);
    expect([status, body.type, body.width]).toEqual([200, 'video', 320]);
    expect(await traces()).toEqual({ rows: 1, files: 1 });
  });

  it('is refused at the size limit, whatever its Content-Length', async () => {
    const sender = begin({ 'transfer-encoding': 'chunked' });
    sender.on('error', () => {});
    sender.end(filmOf(31_457_281));
    const { status, body } = await answerOf(sender);
    expect([status, body.error?.message]).toEqual([413, 'El video supera 30MB.']);
    await expect.poll(traces, { timeout: 5_000 }).toEqual(nothing);
  });

  it('is refused by its Content-Length before it has arrived', async () => {
    const sender = begin({ 'content-length': '31457281' });
    sender.on('error', () => {});
    sender.write(filmOf(31_457_281).subarray(0, 65_536));
    const { status } = await answerOf(sender);
    expect(status).toBe(413);
    sender.destroy();
    await expect.poll(traces, { timeout: 5_000 }).toEqual(nothing);
  });

  it('is written to disk as it arrives, and removed when the client disconnects', async () => {
    const film = filmOf(10_000_000);
    const sender = begin({ 'content-length': String(film.length) });
    sender.on('error', () => {});
    sender.write(film.subarray(0, 5_000_000));
    const drafts = join(site.mediaFolder, '.drafts');
    const sizes = () => readdirSync(drafts).map((name) => statSync(join(drafts, name)).size);
    await expect.poll(sizes, { timeout: 5_000 }).toEqual([5_000_000]);
    sender.destroy();
    await expect.poll(traces, { timeout: 5_000 }).toEqual(nothing);
  });

  it('leaves nothing when it is shorter than its Content-Length', async () => {
    const socket = connect(port, '127.0.0.1');
    const film = filmOf(100_000);
    socket.write(
      `POST /api/uploadMedia?purpose=post HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie()}\r\n` +
        `Content-Type: video/mp4\r\nContent-Length: ${film.length + 10}\r\n\r\n`,
    );
    socket.end(film);
    socket.resume();
    await once(socket, 'close');
    await expect.poll(traces, { timeout: 5_000 }).toEqual(nothing);
  });

  it('leaves nothing when its last chunk never arrives', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/uploadMedia?purpose=post HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie()}\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n64\r\n`,
    );
    socket.end(filmOf(1_000).subarray(0, 100));
    socket.resume();
    await once(socket, 'close');
    await expect.poll(traces, { timeout: 5_000 }).toEqual(nothing);
  });
});

describe('the connection of a refused upload', () => {
  it('delivers the answer to a client that sends everything first', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/uploadMedia?purpose=avatar`, {
      method: 'POST',
      headers: { cookie: cookie() },
      body: Buffer.alloc(31_457_281),
    });
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, error.message]).toEqual([413, 'La imagen supera los 2 MB.']);
    const stranger = await fetch(`http://127.0.0.1:${port}/api/uploadMedia?purpose=post`, {
      method: 'POST',
      body: filmOf(20_000_000),
    });
    expect(stranger.status).toBe(401);
  });

  it('can be used again', async () => {
    const image = await solid(20, 10).png().toBuffer();
    const head = (length: number) =>
      `POST /api/uploadMedia?purpose=post HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie()}\r\nContent-Length: ${length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1')));
    socket.write(head(400_000));
    socket.write(Buffer.alloc(400_000, 'x'));
    socket.write(head(image.length));
    socket.write(image);
    await expect
      .poll(() => response.match(/HTTP\/1\.1 \d+/g), { timeout: 5_000 })
      .toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
    socket.destroy();
  });
});
