import type { Duplex } from 'node:stream';

import type { Transport } from './transport.ts';

/** A process that reads nothing misses texts from here on, and finds the gap when it reads again. */
const maxUnreadBytes = 32 * 1024 * 1024;

/** Texts have no line breaks: each is a line on the channel between a process and its parent. */
export function parentTransport(channel: Duplex, patienceMs = 100): Transport {
  const listeners: ((text: string) => void)[] = [];
  let partial = '';
  channel.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (partial + chunk).split('\n');
    partial = texts.pop() ?? '';
    for (const text of texts) for (const listener of listeners) listener(text);
  });
  // Writes fail by themselves.
  channel.on('error', () => undefined);
  return {
    publish: (text) =>
      new Promise((resolve, reject) => {
        if (channel.writableLength > maxUnreadBytes) return reject(new Error('The parent reads nothing'));
        const timer = setTimeout(() => reject(new Error('The parent reads late')), patienceMs);
        channel.write(`${text}\n`, (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        });
      }),
    onText: (listener) => void listeners.push(listener),
    // A pipe loses nothing; when it closes, this process ends too.
    onLost: () => {},
    close: async () => void channel.destroy(),
  };
}

const echoMs = 200;
const lineBreak = 0x0a;

/**
 * The parent's end: forwards every text to all processes but its sender. The sender gets back only some of its
 * texts, the first of every 200 ms: they show that the parent still forwards. Texts are not decoded.
 */
export class TextRelay {
  readonly #channels = new Set<Duplex>();

  join(channel: Duplex): void {
    this.#channels.add(channel);
    let partial: Buffer[] = [];
    let echoedAt = -Infinity;
    channel.on('data', (chunk: Buffer) => {
      const end = chunk.lastIndexOf(lineBreak) + 1;
      if (end === 0) return void partial.push(chunk);
      const texts = Buffer.concat([...partial, chunk.subarray(0, end)]);
      partial = end < chunk.length ? [chunk.subarray(end)] : [];
      const now = performance.now();
      const echoes = now - echoedAt > echoMs;
      if (echoes) echoedAt = now;
      for (const other of this.#channels) if (echoes || other !== channel) forward(other, texts);
    });
    // A process that ends meanwhile misses nothing.
    channel.on('error', () => undefined).once('close', () => this.#channels.delete(channel));
  }
}

function forward(channel: Duplex, texts: Buffer): void {
  if (channel.writable && channel.writableLength < maxUnreadBytes) channel.write(texts);
}
