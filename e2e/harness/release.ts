import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Release = {
  url: string;
  /** Deploys the next version. The old version's search chunk is then missing. */
  deploy: () => void;
  /** In order. */
  requests: string[];
  close: () => Promise<void>;
};

const nextBoot = '/assets/boot-NEXT.js';
const bootName = /\/assets\/boot-[\w-]+\.js/;

/** Serves the running site at a second address, where another version of the page can be deployed. */
export async function startRelease(site: string): Promise<Release> {
  const requests: string[] = [];
  let boot = '';
  let deployed = false;

  const relay = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    requests.push(path);
    if (deployed && path.startsWith('/assets/SearchPage-') && !requests.includes(nextBoot)) {
      answer.writeHead(404, { 'cache-control': 'no-store' }).end();
      return;
    }
    const { 'accept-encoding': _packed, ...headers } = incoming.headers;
    const asSite = { ...headers, host: new URL(site).host, ...(headers.origin && { origin: site }) };
    const address = new URL(path === nextBoot ? boot : path, site);
    const onward = request(address, { method: incoming.method, headers: asSite }, (original) => {
      void pass(original, answer).catch(() => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });

  async function pass(original: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { statusCode = 502, headers } = original;
    const isPage = headers['content-type']?.startsWith('text/html');
    const isWorker = original.headers['service-worker-allowed'] !== undefined;
    if (!isPage && !isWorker) {
      answer.writeHead(statusCode, headers);
      original.pipe(answer);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of original) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (isPage) boot = bootName.exec(text)?.[0] ?? boot;
    const version = isWorker
      ? text.replace(/(?<=tablon-shell-)[0-9a-f]{12}|(?<=[`'"])[0-9a-f]{12}(?=[`'"])/, 'e2enextver01')
      : text;
    const body = deployed ? version.replaceAll(new RegExp(bootName, 'g'), nextBoot) : text;
    const { 'content-length': _length, etag: _etag, 'last-modified': _date, ...rest } = headers;
    answer.writeHead(statusCode, rest);
    answer.end(body);
  }

  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    url: `http://localhost:${(relay.address() as AddressInfo).port}`,
    deploy: () => {
      deployed = true;
    },
    requests,
    close: async () => {
      relay.closeAllConnections();
      relay.close();
      await once(relay, 'close');
    },
  };
}
