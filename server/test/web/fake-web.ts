import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';

import type { Dial } from '../../src/platform/outbound/web-dial.ts';
import { WebFetch } from '../../src/platform/outbound/web-fetch.ts';
import type { Resolve } from '../../src/platform/outbound/web-target.ts';

/** The public address of the test's servers. */
export const publicAddress = '93.184.215.14';
/** Never answers. */
export const silentAddress = '93.184.215.15';

export const ownHosts = ['tablon.example', 'db.inside.example', '93.184.215.99'];

type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** Real servers behind invented names and addresses. Other addresses are recorded, never connected. */
export type FakeWeb = {
  readonly web: WebFetch;
  /** In order, like `lookups`. */
  readonly dials: string[];
  readonly lookups: string[];
  /** `http://host/path`, in order. */
  readonly requests: string[];
  /** Counts the open connections. */
  readonly open: () => number;
  /** By default, `public.example` and its subdomains resolve to the servers. */
  readonly names: Map<string, string[] | Resolve>;
  /** `url` is absolute: `http://public.example/page`. */
  on: (url: string, page: Page | string) => void;
  forget: () => void;
  close: () => Promise<void>;
};

export async function openFakeWeb(): Promise<FakeWeb> {
  const pages = new Map<string, Page>();
  const names: FakeWeb['names'] = new Map();
  const dials: string[] = [];
  const lookups: string[] = [];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const answer =
    (scheme: string): RequestListener =>
    (request, response) => {
      const url = `${scheme}://${request.headers.host}${request.url}`;
      requests.push(url);
      const page = pages.get(url);
      if (page) page(request, response);
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>no</title>');
    };
  const pem = readFileSync(join(import.meta.dirname, 'public.example.pem'));
  const plain = createServer(answer('http')).listen(0, '127.0.0.1');
  const secured = createTlsServer({ key: pem, cert: pem }, answer('https')).listen(0, '127.0.0.1');
  await Promise.all([once(plain, 'listening'), once(secured, 'listening')]);
  const portOf = (server: typeof plain) => (server.address() as AddressInfo).port;

  const dial: Dial = ({ address, secure, hostname }) => {
    dials.push(address);
    const socket = dialled(address, secure, hostname);
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    return socket;
  };
  function dialled(address: string, secure: boolean, hostname: string): Socket {
    if (address === silentAddress) return new Socket();
    if (address !== publicAddress) throw new Error(`${address} must not be dialled`);
    if (!secure) return connect(portOf(plain), '127.0.0.1');
    // Certificate checks are tested in web-dial.test.ts.
    return connectTls({
      host: '127.0.0.1',
      port: portOf(secured),
      servername: hostname,
      rejectUnauthorized: false,
    });
  }
  const resolve: Resolve = async (hostname, signal) => {
    lookups.push(hostname);
    const addresses = names.get(hostname);
    if (typeof addresses === 'function') return addresses(hostname, signal);
    return addresses ?? (/(?:^|\.)public\.example$/.test(hostname) ? [publicAddress] : []);
  };
  return {
    web: new WebFetch({ ownHosts, userAgent: 'TablonPreview (test)', resolve, dial }),
    dials,
    lookups,
    requests,
    names,
    open: () => sockets.size,
    on: (url, page) => {
      pages.set(url, typeof page === 'string' ? html(page) : page);
    },
    forget: () => {
      for (const list of [dials, lookups, requests]) list.length = 0;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of [plain, secured]) {
        server.closeAllConnections();
        await new Promise((onClose) => server.close(onClose));
      }
    },
  };
}

export function html(head: string): Page {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html><head>${head}</head><body>…</body></html>`);
  };
}

export function redirectTo(location: string, status = 302): Page {
  return (_request, response) => {
    response.writeHead(status, { location }).end();
  };
}
