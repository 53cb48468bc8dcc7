import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import { escapeHtml } from '../kernel/escape-html.ts';
import { registerManifest } from './manifest.ts';
import { pageHeaders } from './security-headers.ts';

const year = 31_536_000;
/** What web/index.html calls the site. */
const builtName = 'Tablón';

/**
 * Serves the built page: its hashed files for a year, everything else fresh, and the page itself for every path that
 * has no file's name, under the name of the site. The page decides what a path shows.
 */
export async function registerPage(app: FastifyInstance, folder: string, siteName: string): Promise<void> {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const html = built.replaceAll(builtName, () => escapeHtml(siteName));
  const headers = { ...pageHeaders, 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' };
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!isPage(path)) return reply.callNotFound();
    reply.headers(headers);
    // Its address may hold the token of a link until the page has taken it out.
    if (path === '/recuperar') reply.header('referrer-policy', 'no-referrer');
    return reply.send(html);
  });
  registerManifest(app, siteName);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(pageHeaders)) reply.header(name, value);
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache');
      if (path.includes('/service-worker.js')) reply.header('service-worker-allowed', '/');
    },
  });
}

const others = /^\/(?:api|media|health|metrics)(?:\/|$)/;

// Without one pattern for all of it: anybody may send a long path, and that one took time by its square.
function isPage(path: string): boolean {
  if (others.test(path) || path.includes('/.')) return false;
  // A handle may hold a dot: /perfil/@lu.canalla is no file.
  return path.startsWith('/perfil/') || !path.slice(path.lastIndexOf('/')).includes('.');
}
