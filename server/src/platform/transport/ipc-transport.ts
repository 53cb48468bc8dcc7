import cluster, { type Worker } from 'node:cluster';

import type { Transport } from './transport.ts';

type TextMessage = { readonly siteText: string };

/** The parent forwards every text to all its workers (`forwardText`). */
export function ipcTransport(): Transport {
  const listeners: ((text: string) => void)[] = [];
  const hear = (message: unknown) => {
    if (isTextMessage(message)) for (const listener of listeners) listener(message.siteText);
  };
  process.on('message', hear);
  return {
    publish: (siteText) =>
      new Promise((resolve, reject) => {
        const send = process.send?.bind(process);
        if (!send || !process.connected) return reject(new Error('The parent process is gone'));
        send({ siteText }, undefined, {}, (error) => (error ? reject(error) : resolve()));
      }),
    onText: (listener) => void listeners.push(listener),
    // A pipe loses nothing; when it closes, this process ends too.
    onLost: () => {},
    close: async () => void process.off('message', hear),
  };
}

const echoMs = 200;
const echoedAt = new WeakMap<Worker, number>();

/**
 * To all workers but the sender. The sender gets back only some of its texts, the first of every 200 ms: they
 * show that the parent still forwards.
 */
export function forwardText(message: unknown, from: Worker): void {
  if (!isTextMessage(message)) return;
  const now = performance.now();
  const echoes = now - (echoedAt.get(from) ?? -Infinity) > echoMs;
  if (echoes) echoedAt.set(from, now);
  // A worker that exits meanwhile misses nothing.
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker?.isConnected() && (echoes || worker !== from)) worker.send(message, () => undefined);
}

function isTextMessage(message: unknown): message is TextMessage {
  return typeof (message as Partial<TextMessage> | null)?.siteText === 'string';
}
