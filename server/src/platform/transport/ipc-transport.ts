import cluster from 'node:cluster';

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

export function forwardText(message: unknown): void {
  if (!isTextMessage(message)) return;
  // A worker that exits meanwhile misses nothing.
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker?.isConnected()) worker.send(message, () => undefined);
}

function isTextMessage(message: unknown): message is TextMessage {
  return typeof (message as Partial<TextMessage> | null)?.siteText === 'string';
}
