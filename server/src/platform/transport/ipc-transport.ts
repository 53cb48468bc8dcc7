import cluster from 'node:cluster';

import type { Transport } from './transport.ts';

type TextMessage = { readonly siteText: string };

/** Through the parent process, which forwards every text to all its workers (`forwardTexts`). */
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
    // A pipe loses nothing; when it ends, so does this process.
    onLost: () => {},
    close: async () => void process.off('message', hear),
  };
}

/** In the parent: forwards a message of a worker to all workers, itself included. */
export function forwardText(message: unknown): void {
  if (!isTextMessage(message)) return;
  // One that ends meanwhile misses nothing.
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker?.isConnected()) worker.send(message, () => undefined);
}

function isTextMessage(message: unknown): message is TextMessage {
  return typeof (message as Partial<TextMessage> | null)?.siteText === 'string';
}
