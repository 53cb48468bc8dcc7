import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';

import { Signer } from '../secrets/signed.ts';
import { BatchCache } from './batch-cache.ts';
import { detached } from './detached.ts';
import { MemoryRateLimiter } from './rate-limiter.ts';
import { SieveCache } from './sieve-cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const count = 500;
const addressBytes = 16_000;
const signer = new Signer('a secret that only tests know');

// As Node makes it of the bytes of a request. Ids and tokens are parts of it.
function addressWith(token: string): string {
  return Buffer.from(`/api/getPost?postId=${token}${'&'.repeat(addressBytes)}`).toString('latin1');
}

function idIn(address: string): string {
  return address.slice('/api/getPost?postId='.length, address.indexOf('&'));
}

async function bytesKept(keep: (id: string) => unknown, tokenOf = idOf): Promise<number> {
  const tokens = Array.from({ length: count }, (_, i) => tokenOf(i));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (const token of tokens) await keep(idIn(addressWith(token)));
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}

const idOf = (i: number) => `01900000-0000-7000-8000-${String(i).padStart(12, '0')}`;

const byKey = new SieveCache<number>({ max: count });
const byId = new BatchCache<object>({
  max: count,
  ttl: 60_000,
  keepsAbsence: () => true,
  load: async () => new Map(),
});
const byAuthor = new BatchCache({
  max: count,
  ttl: 60_000,
  load: async (ids) => new Map(ids.map((id) => [id, { author: id }])),
});
const limiter = new MemoryRateLimiter();
const limits = [{ max: 3, seconds: 3600 }];

it.each([
  ['a cache', (id: string) => byKey.set(id, 1)],
  ['a cache that remembers what does not exist', (id: string) => byId.get(id)],
  ['a cache whose values contain the id', (id: string) => byAuthor.get(id)],
  ['a rate limiter', (id: string) => limiter.take(`click ${id}`, limits)],
])('%s keeps an id, not the address that it came with', async (_name, keep) => {
  expect(await bytesKept(keep)).toBeLessThan((count * addressBytes) / 4);
});

it('a signer keeps the value of a token, not the address that it came with', async () => {
  const open = (token: string) => signer.open('cursor', token);
  const signed = (i: number) => signer.sign('cursor', idOf(i));
  expect(await bytesKept(open, signed)).toBeLessThan((count * addressBytes) / 4);
  expect(open(signed(7))).toBe(idOf(7));
});

it('a detached text is the same text', () => {
  for (const text of ['', 'ñandú 🐧', 'x'.repeat(100), '\uD83D half a pair'])
    expect(detached(text)).toBe(text);
});
