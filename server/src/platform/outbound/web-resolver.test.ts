import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { resolveHost } from './web-resolver.ts';

const status = { noError: 0, serverFailure: 2, noSuchName: 3, refused: 5 };
type Status = keyof typeof status;

/** How the name server answers questions for IPv4 addresses (A) and for IPv6 addresses (AAAA). */
let answers: { a: Status; aaaa: Status };
const nameServer = createSocket('udp4');
let servers: string[];

// RFC 1035, 4.1. An answer without an error names 203.0.113.7 or 2001:db8::7.
nameServer.on('message', (question, from) => {
  const typeAt = question.indexOf(0, 12) + 1;
  const isIPv4 = question.readUInt16BE(typeAt) === 1;
  const code = status[isIPv4 ? answers.a : answers.aaaa];
  const address = Buffer.from(isIPv4 ? 'cb007107' : '20010db8000000000000000000000007', 'hex');
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(code === 0 ? 1 : 0, 6);
  const recordHead = Buffer.from(`c00c${isIPv4 ? '0001' : '001c'}00010000003c00`, 'hex');
  const record = Buffer.concat([recordHead, Buffer.of(address.length), address]);
  const parts = [head, question.subarray(12, typeAt + 4), ...(code === 0 ? [record] : [])];
  nameServer.send(Buffer.concat(parts), from.port, from.address);
});
beforeAll(async () => {
  nameServer.bind(0, '127.0.0.1');
  await once(nameServer, 'listening');
  servers = [`127.0.0.1:${nameServer.address().port}`];
});
afterAll(() => nameServer.close());

const resolve = () => resolveHost('diario.example', new AbortController().signal, servers);

it('a host has its addresses of both kinds', async () => {
  answers = { a: 'noError', aaaa: 'noError' };
  expect(await resolve()).toEqual(['203.0.113.7', '2001:db8::7']);
});

// RFC 4074: some name servers fail on every question for IPv6 addresses.
it.each(['serverFailure', 'refused', 'noSuchName'] as const)(
  'a host keeps its IPv4 addresses when its name server answers %s for IPv6 ones',
  async (aaaa) => {
    answers = { a: 'noError', aaaa };
    expect(await resolve()).toEqual(['203.0.113.7']);
  },
);

it('a host that does not exist has none', async () => {
  answers = { a: 'noSuchName', aaaa: 'noSuchName' };
  expect(await resolve()).toEqual([]);
});

it('a failing name server fails', async () => {
  answers = { a: 'serverFailure', aaaa: 'noSuchName' };
  await expect(resolve()).rejects.toThrow('ESERVFAIL');
});
