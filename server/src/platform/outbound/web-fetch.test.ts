import { once } from 'node:events';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import {
  type FakeWeb,
  openFakeWeb,
  publicAddress,
  redirectTo,
  silentAddress,
} from '../../../test/web/fake-web.ts';
import { badNames, forbidden, tricky } from '../../../test/web/vectors.ts';
import type { WebFailure } from './web-failure.ts';
import type { WebRequest } from './web-fetch.ts';

let fake: FakeWeb;

beforeAll(async () => {
  fake = await openFakeWeb();
  for (const [name, addresses] of Object.entries(badNames)) fake.names.set(name, addresses);
});
afterEach(async () => {
  // No connection stays open after a request.
  for (let i = 0; fake.open() > 0 && i < 600; i++) await new Promise((done) => setTimeout(done, 5));
  if (fake.open() > 0) throw new Error(`${fake.open()} connections are still open`);
  fake.forget();
});
afterAll(() => fake.close());

const page = 'http://public.example/page';

function get(url: string, request: Partial<WebRequest> = {}): Promise<string> {
  const bounds = { maxBytes: 100_000, longer: 'cut', timeoutMs: 10_000 } as const;
  const pageRequest: WebRequest = {
    accept: 'text/html',
    signal: new AbortController().signal,
    ...bounds,
    ...request,
  };
  return fake.web.get(url, pageRequest, async ({ body }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  });
}

const failing = (reason: string) => expect.objectContaining({ name: 'WebFailure', reason });

describe('an internal address', () => {
  it('is covered by more than 120 vectors', () => {
    expect(new Set(forbidden.map(([, url]) => url)).size).toBeGreaterThanOrEqual(120);
  });

  it.each(forbidden)('is not dialled: %s %s', async (_, url) => {
    await expect(get(url)).rejects.toEqual(failing('forbidden'));
    expect(fake.dials).toEqual([]);
  });

  it.each(forbidden)('is not dialled after a redirect: %s %s', async (_, url) => {
    // Headers are ASCII only: other characters are encoded as browsers do.
    fake.on(page, redirectTo(encodeURI(url).replaceAll('%25', '%')));
    await expect(get(page)).rejects.toEqual(failing('forbidden'));
    expect(fake.dials).toEqual([publicAddress]);
  });

  it.each(tricky)('is not confused with %s', async (url) => {
    await get(url).catch(() => undefined);
    expect(fake.dials).toEqual([publicAddress]);
  });
});

describe('a name', () => {
  it('that resolves differently each time is checked each time', async () => {
    const answers = [[publicAddress], ['127.0.0.1']];
    fake.names.set('rebinding.example.net', async () => answers.shift() ?? []);
    fake.on('http://rebinding.example.net/', redirectTo('/again'));
    await expect(get('http://rebinding.example.net/')).rejects.toEqual(failing('forbidden'));
    expect(fake.dials).toEqual([publicAddress]);
    expect(fake.lookups).toHaveLength(2);
  });

  it('is resolved once per request: the checked address is the one dialled', async () => {
    fake.on(page, '<title>hola</title>');
    expect(await get(page)).toContain('hola');
    expect([fake.lookups, fake.dials]).toEqual([['public.example'], [publicAddress]]);
  });

  it('with 1,000 public addresses is tried at no more than three', async () => {
    fake.names.set(
      'crowd.example.net',
      Array.from({ length: 1000 }, (_, i) => `8.${i >> 8}.${i & 255}.1`),
    );
    await expect(get('http://crowd.example.net/')).rejects.toEqual(failing('failed'));
    expect(fake.dials.length).toBeLessThanOrEqual(3);
  });

  it('is tried at its next address when the first does not answer', async () => {
    fake.names.set('two.example.net', [silentAddress, publicAddress]);
    fake.on('http://two.example.net/', '<title>segunda</title>');
    expect(await get('http://two.example.net/', { timeoutMs: 4_000 })).toContain('segunda');
    expect(fake.dials).toEqual([silentAddress, publicAddress]);
  });

  it.each([
    [
      'hangs',
      (_: string, signal: AbortSignal) =>
        once(signal, 'abort').then(() => Promise.reject(new Error('cancelled'))),
    ],
    ['fails', () => Promise.reject(Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' }))],
  ])('whose look-up %s fails in time', async (_, resolve) => {
    fake.names.set('lost.example.net', resolve);
    await expect(get('http://lost.example.net/', { timeoutMs: 200 })).rejects.toEqual(failing('failed'));
    expect(fake.dials).toEqual([]);
  });
});

describe('a redirect', () => {
  const chain = (hops: number) => {
    for (let i = 0; i < hops; i++) fake.on(`http://public.example/${i}`, redirectTo(`/${i + 1}`));
    fake.on(`http://public.example/${hops}`, '<title>llegó</title>');
    return get('http://public.example/0');
  };

  it('is followed three times', async () => {
    expect(await chain(3)).toContain('llegó');
    expect(fake.requests).toHaveLength(4);
  });

  it('is not followed a fourth time', async () => {
    await expect(chain(4)).rejects.toEqual(failing('forbidden'));
    expect(fake.requests).toHaveLength(4);
  });

  it('in a loop ends', async () => {
    fake.on(page, redirectTo(page));
    await expect(get(page)).rejects.toEqual(failing('forbidden'));
    expect(fake.requests).toHaveLength(4);
  });

  it.each([301, 302, 303, 307, 308])('with status %d is followed', async (status) => {
    fake.on(page, redirectTo('//www.public.example/x', status));
    fake.on('http://www.public.example/x', '<title>ahí</title>');
    expect(await get(page)).toContain('ahí');
  });

  it.each([300, 304, 305])('with status %d is not followed', async (status) => {
    fake.on(page, redirectTo('/x', status));
    await expect(get(page)).rejects.toEqual(failing('failed'));
  });

  it('may lead to https, but not back to http', async () => {
    fake.on(page, redirectTo('https://public.example/seguro'));
    fake.on('https://public.example/seguro', '<title>seguro</title>');
    expect(await get(page)).toContain('seguro');
    fake.on('https://public.example/seguro', redirectTo('http://public.example/abierto'));
    fake.on('http://public.example/abierto', '<title>abierto</title>');
    await expect(get('https://public.example/seguro')).rejects.toEqual(failing('forbidden'));
    expect(fake.requests).not.toContain('http://public.example/abierto');
  });

  it('without a Location fails', async () => {
    fake.on(page, (_, response) => response.writeHead(302).end());
    await expect(get(page)).rejects.toEqual(failing('forbidden'));
  });

  it('sends no cookies', async () => {
    let headers = {};
    fake.on(page, (_, response) => {
      response.writeHead(302, { location: '/x', 'set-cookie': 'a=b; Path=/' }).end();
    });
    fake.on('http://public.example/x', (request, response) => {
      ({ headers } = request);
      response.writeHead(200, { 'content-type': 'text/html' }).end();
    });
    await get(page);
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ]);
  });
});

describe('a body', () => {
  const answerWith = (body: Buffer | string, headers: Record<string, string | number> = {}) =>
    fake.on(page, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
    });
  const million = Buffer.alloc(1_000_000, 'x');

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['identity', (body: Buffer) => body],
    ['gzip, br', (body: Buffer) => brotliCompressSync(gzipSync(body))],
  ])('in %s is cut after decompression', async (encoding, compress) => {
    answerWith(compress(million), { 'content-encoding': encoding });
    expect(await get(page, { maxBytes: 500_000 })).toHaveLength(500_000);
    expect(await get(page, { maxBytes: 1_000_000, longer: 'refused' })).toHaveLength(1_000_000);
    await expect(get(page, { maxBytes: 999_999, longer: 'refused' })).rejects.toEqual(failing('failed'));
  });

  it('that decompresses to a thousand times its size costs no more than its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    answerWith(bomb, { 'content-encoding': 'gzip' });
    const before = process.memoryUsage().rss;
    expect(await get(page, { maxBytes: 524_288 })).toHaveLength(524_288);
    expect(process.memoryUsage().rss - before).toBeLessThan(64e6);
  });

  it('that decompresses to nothing is not read endlessly', async () => {
    // Empty gzip members, one after another.
    const empty = gzipSync(Buffer.alloc(0));
    let bytesSent = 0;
    fake.on(page, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      const writeMore = () => {
        while (!response.destroyed) {
          bytesSent += empty.length * 1000;
          if (!response.write(Buffer.concat(Array.from({ length: 1000 }, () => empty)))) break;
        }
      };
      response.on('drain', writeMore);
      writeMore();
    });
    await expect(get(page, { timeoutMs: 1_500 })).rejects.toEqual(failing('failed'));
    expect(bytesSent).toBeLessThan(10_000_000);
  });

  it.each([
    ['fifty encodings', Array.from({ length: 50 }, () => 'gzip').join(', ')],
    ['three encodings', 'gzip, gzip, gzip'],
    ['an unknown encoding', 'zstd'],
    ['a wrong encoding', 'gzip'],
  ])('with %s is refused', async (_, encoding) => {
    answerWith('<title>x</title>', { 'content-encoding': encoding });
    await expect(get(page)).rejects.toEqual(failing('failed'));
  });

  it('shorter than its Content-Length is refused', async () => {
    fake.on(page, (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('x'.repeat(10));
      setTimeout(() => response.destroy(), 20);
    });
    await expect(get(page)).rejects.toEqual(failing('failed'));
  });

  it.each([400, 404, 500, 503])('with status %d is not read', async (status) => {
    fake.on(page, (_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('x'));
    await expect(get(page)).rejects.toEqual(failing('failed'));
  });

  it('after endless headers is refused', async () => {
    answerWith('x', { 'x-long': 'y'.repeat(40_000) });
    await expect(get(page)).rejects.toEqual(failing('failed'));
  });
});

describe('time', () => {
  /** A busy machine delays single tries, hardly ten in a row. */
  async function quickestFailure(url: string): Promise<number> {
    let least = Infinity;
    for (let tries = 0; tries < 10 && least >= 600; tries++) {
      const startedAt = performance.now();
      await expect(get(url, { timeoutMs: 300 })).rejects.toEqual(failing('failed'));
      least = Math.min(least, performance.now() - startedAt);
    }
    return least;
  }

  it('is limited across all redirects', async () => {
    fake.on(page, (_, response) =>
      setTimeout(() => response.writeHead(302, { location: page }).end(), 1_200),
    );
    await expect(get(page, { timeoutMs: 2_000 })).rejects.toEqual(failing('failed'));
    expect(fake.requests).toHaveLength(2);
  });

  it.each<[string, Parameters<FakeWeb['on']>[1]]>([
    ['before the headers', () => {}],
    ['after the headers', (_, response) => response.writeHead(200).flushHeaders()],
    [
      'between single bytes',
      (_, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('spent %s is limited by the time-out', async (_, answer) => {
    fake.on(page, answer);
    expect(await quickestFailure(page)).toBeLessThan(600);
  });

  it('spent connecting is limited too, and leaves no connection behind', async () => {
    fake.names.set('silent.example.net', [silentAddress]);
    expect(await quickestFailure('http://silent.example.net/')).toBeLessThan(600);
  });
});

describe('concurrent requests', () => {
  it('are limited to two per host, and sixteen in all', async () => {
    let [now, most] = [0, 0];
    const perHost = new Map<string, number>();
    let mostPerHost = 0;
    const hosts = Array.from({ length: 10 }, (_, i) => `h${i}.public.example`);
    for (const host of hosts) {
      fake.on(`http://${host}/`, (_, response) => {
        most = Math.max(most, ++now);
        perHost.set(host, (perHost.get(host) ?? 0) + 1);
        mostPerHost = Math.max(mostPerHost, perHost.get(host) ?? 0);
        setTimeout(() => {
          now--;
          perHost.set(host, (perHost.get(host) ?? 0) - 1);
          response.writeHead(200).end('x');
        }, 30);
      });
    }
    const all = hosts.flatMap((host) => Array.from({ length: 6 }, () => get(`http://${host}/`)));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['x']));
    expect([most, mostPerHost]).toEqual([16, 2]);
  });

  it('are refused when the queue is full, and their time-out starts when they run', async () => {
    fake.on(page, (_, response) => setTimeout(() => response.writeHead(200).end('x'), 120));
    const pageRequest = Array.from({ length: 30 }, () =>
      get(page, { timeoutMs: 900 }).catch((error: unknown) => (error as WebFailure).reason),
    );
    const answers = await Promise.all(pageRequest);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(12);
    expect(answers.filter((answer) => answer === 'x')).toHaveLength(18);
  });

  it('that are aborted are not sent, and those in flight are cancelled', async () => {
    fake.on(page, () => {});
    const caller = new AbortController();
    const pageRequest = Array.from({ length: 5 }, () =>
      get(page, { signal: caller.signal }).catch((error: unknown) => (error as WebFailure).reason),
    );
    while (fake.requests.length < 2) await new Promise((done) => setTimeout(done, 5));
    caller.abort();
    expect(await Promise.all(pageRequest)).toEqual(['failed', 'failed', 'busy', 'busy', 'busy']);
    expect(fake.requests).toHaveLength(2);
  });
});
