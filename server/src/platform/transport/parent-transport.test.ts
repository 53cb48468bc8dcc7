import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { parentTransport, TextRelay } from './parent-transport.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function openPair(): Promise<{ child: Socket; parent: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const child = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [parent] = (await once(server, 'connection')) as [Socket];
  server.close();
  sockets.push(child, parent);
  return { child, parent };
}

// A busy machine may read late.
async function openProcesses(count: number, patienceMs = 15_000) {
  const relay = new TextRelay();
  const pairs = await Promise.all(Array.from({ length: count }, openPair));
  return pairs.map(({ child, parent }) => {
    relay.join(parent);
    const texts: string[] = [];
    const transport = parentTransport(child, patienceMs);
    transport.onText((text) => texts.push(text));
    return { child, parent, texts, transport };
  });
}

const textsOf = (name: string) =>
  Array.from({ length: 500 }, (_, i) => `${name} ñandú ${i} ${'⚽'.repeat(i)}`);

test('every process receives each text of the others whole and in order, and some of its own', async () => {
  const processes = await openProcesses(3);
  const names = ['a', 'b', 'c'];
  await Promise.all(
    processes.map(async ({ transport }, i) => {
      for (const text of textsOf(names[i] ?? '')) await transport.publish(text);
    }),
  );
  for (const [i, { texts }] of processes.entries()) {
    const own = names[i] ?? '';
    const receivedFrom = (name: string) => texts.filter((text) => text.startsWith(name));
    for (const other of names.filter((name) => name !== own))
      await expect.poll(() => receivedFrom(other)).toEqual(textsOf(other));
    await expect.poll(() => receivedFrom(own)).toContain(textsOf(own)[0]);
  }
});

test('a process that was killed in the middle of a text leaves nothing of it, and the others go on', async () => {
  const [killed, second, third] = await openProcesses(3);
  killed!.child.write('entero\nmedio');
  await expect.poll(() => second!.texts).toEqual(['entero']);
  killed!.child.destroy();
  await once(killed!.parent, 'close');
  await second!.transport.publish('sigue');
  await expect.poll(() => third!.texts).toEqual(['entero', 'sigue']);
});

test('of a process that reads nothing only a bounded part is stored, and texts stay whole', async () => {
  const [sender, reader] = await openProcesses(2);
  reader!.child.pause();
  const text = 'x'.repeat(100_000);
  for (let i = 0; i < 800; i++) await sender!.transport.publish(`${i} ${text}`);
  await expect.poll(() => reader!.parent.writableLength).toBeGreaterThan(32 * 1024 * 1024);
  expect(reader!.parent.writableLength).toBeLessThan(34 * 1024 * 1024);
  reader!.child.resume();
  await expect.poll(() => reader!.parent.writableLength).toBe(0);
  await sender!.transport.publish('al final');
  await expect.poll(() => reader!.texts.at(-1)).toBe('al final');
  // The last ones may have passed after the reader went on.
  const received = reader!.texts.slice(0, -1);
  const numbers = received.map((line) => Number.parseInt(line, 10));
  expect(received.every((line, i) => line === `${numbers[i]} ${text}`)).toBe(true);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(numbers.length).toBeLessThan(800);
});

test('while the parent reads nothing, texts fail soon and only a bounded part of them is stored', async () => {
  const [only] = await openProcesses(1, 100);
  only!.parent.pause();
  const text = 'x'.repeat(1_000_000);
  const sent = await Promise.allSettled(Array.from({ length: 60 }, () => only!.transport.publish(text)));
  expect(sent.at(-1)?.status).toBe('rejected');
  expect(only!.child.writableLength).toBeLessThan(34 * 1024 * 1024);
  only!.parent.resume();
  await expect.poll(() => only!.child.writableLength).toBe(0);
  await expect.poll(() => only!.transport.publish('sigue')).toBeUndefined();
  await expect.poll(() => only!.texts.length).toBeGreaterThan(0);
});

test('a text fails when the parent is gone', async () => {
  const [only] = await openProcesses(1);
  only!.parent.destroy();
  await once(only!.child, 'close');
  await expect(only!.transport.publish('nadie')).rejects.toThrow(/ended|destroyed/);
});
