import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readShell, registerPage } from './page.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const siteName = 'La Cancha & <$&>';
let http: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablon-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Tablón</title>');
  await writeFile(join(folder, 'service-worker.js'), 'self;');
  await writeFile(join(folder, 'service-worker.js.br'), brotliCompressSync('self;'));
  await mkdir(join(folder, '.hidden'));
  await writeFile(join(folder, '.hidden/x.svg'), '<svg/>');
  http = fastify();
  const options = { siteName, mediaBaseUrl: 'https://cdn.example/a;b' };
  const shell = await readShell(folder, options);
  await registerPage(http, folder, { ...options, sharedFiles: null, shell });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

it('the service worker is revalidated each time, and its scope is the whole site', async () => {
  const { statusCode, headers } = await http.inject('/service-worker.js');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' });
  expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
});

it('a file is sent compressed, in parts, by its head alone, and not again while it is the same', async () => {
  const path = '/service-worker.js';
  const { headers, body } = await http.inject(path);
  expect([body, headers['content-length']]).toEqual(['self;', '5']);
  const compressed = await http.inject({ path, headers: { 'accept-encoding': 'br' } });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(compressed.rawPayload).toEqual(brotliCompressSync('self;'));
  const part = await http.inject({ path, headers: { range: 'bytes=1-2' } });
  expect([part.statusCode, part.body]).toEqual([206, 'el']);
  const head = await http.inject({ path, method: 'HEAD' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5', '']);
  const again = await http.inject({ path, headers: { 'if-none-match': String(headers['etag']) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it.each(['/%73ervice-worker.js', '/assets/..%2Fservice-worker.js'])(
  'a file has one path only, not %s',
  async (path) => {
    expect((await http.inject(path)).statusCode).toBe(404);
  },
);

it('the manifest has the name of the site', async () => {
  const answer = await http.inject('/manifest.webmanifest');
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.json()).toMatchObject({ name: siteName, short_name: siteName, lang: 'es-AR' });
});

it.each([
  '/.git/config',
  '/.well-known/x',
  '/.env',
  '/.hidden/x.svg',
  '/perfil/.git/config',
  '/assets/x.js.map',
  '/x.php',
  '/metrics',
])('%s is not the page', async (path) => {
  expect((await http.inject(path)).statusCode).toBe(404);
});

it.each(['/feed.php', '/xyz/abc.html', '/lu.canalla'])('a person at %s gets the page', async (path) => {
  expect((await http.inject(path)).statusCode).toBe(404);
  const { statusCode, headers } = await http.inject({ path, headers: browser });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

it.each(['/api/x.html', '/media/x.html', '/assets/x.html', '/x.js', '/x.js.map', '/.env', '/.git/x.html'])(
  'a person at %s does not get the page either',
  async (path) => {
    expect((await http.inject({ path, headers: browser })).statusCode).toBe(404);
  },
);

it.each(['/', '/feed', '/p/1', '/perfil/@lu.canalla', '/no/es/nada'])('%s shows the page', async (path) => {
  const { statusCode, headers } = await http.inject(path);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

it('the page opened by a mail’s link sends no referrer', async () => {
  const { headers } = await http.inject('/recuperar?token=abc');
  expect(headers['referrer-policy']).toBe('no-referrer');
});

it('pictures and videos may come from where the files are, and nothing else may', async () => {
  const policy = String((await http.inject('/feed')).headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example/a%3Bb/;");
  expect(policy).toContain("media-src 'self' blob: https://cdn.example/a%3Bb/;");
  expect(policy.split('https:')).toHaveLength(3);
});

it('the page has the name of the site before any script runs', async () => {
  expect((await http.inject('/feed')).body).toContain('<title>La Cancha &amp; &lt;$&amp;&gt;</title>');
});

it.each(['.a', '/.', '../', '%2e', '/a'])('the longest path of %j is answered quickly', async (piece) => {
  const path = `/${piece.repeat(15_000 / piece.length)}/`;
  const before = process.cpuUsage();
  for (let i = 0; i < 40; i++) expect([200, 404]).toContain((await http.inject(path)).statusCode);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_500);
});
