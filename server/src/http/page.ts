import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { escapeHtml } from '../kernel/escape-html.ts';
import type { FileStore } from '../platform/files/files.ts';
import { registerManifest } from './manifest.ts';
import { acceptsHtml } from './request-form.ts';
import { pageHeaders } from './security-headers.ts';
import { immutable, shareAssets } from './shared-assets.ts';

const builtName = 'Tablón';

export type Shell = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

export type PageOptions = {
  siteName: string;
  mediaBaseUrl: string | null;
  /** Null: the store is not shared with other processes, so versions do not serve each other's assets. */
  sharedFiles: FileStore | null;
  shell: Shell;
};

export async function readShell(
  folder: string,
  { siteName, mediaBaseUrl }: Pick<PageOptions, 'siteName' | 'mediaBaseUrl'>,
): Promise<Shell> {
  const builtHtml = await readFile(join(folder, 'index.html'), 'utf8');
  return {
    html: builtHtml.replaceAll(builtName, () => escapeHtml(siteName)),
    headers: {
      ...pageHeaders(mediaBaseUrl),
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    },
  };
}

/**
 * Hashed assets are cached for a year, everything else is revalidated. A path without a file gets
 * index.html.
 */
export async function registerPage(
  app: FastifyInstance,
  folder: string,
  options: PageOptions,
): Promise<void> {
  const { siteName, mediaBaseUrl, sharedFiles, shell } = options;
  const commonHeaders = pageHeaders(mediaBaseUrl);
  const { html, headers } = shell;
  // One route: the plugin's own route for each file took a fifth of the start.
  const paths = await pathsIn(folder);
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (paths.has(path)) return reply.sendFile(path.slice(1));
    // Some programs encode the @ of a profile's address, which then matches no route.
    if (path.startsWith('/%40')) return reply.redirect(`/@${request.url.slice('/%40'.length)}`, 301);
    if (!isPage(path, isNavigation(request))) return reply.callNotFound();
    reply.headers(headers);
    // The URL may hold the token of a link until the page has removed it.
    if (path === '/recuperar') reply.header('referrer-policy', 'no-referrer');
    return reply.send(html);
  });
  registerManifest(app, siteName);
  if (sharedFiles)
    await shareAssets(app, {
      files: sharedFiles,
      folder: join(folder, 'assets'),
      headers: commonHeaders,
      isOwn: (name) => paths.has(`/assets/${name}`),
    });
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(commonHeaders)) reply.header(name, value);
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? immutable : 'no-cache');
      if (path.includes('/service-worker.js')) reply.header('service-worker-allowed', '/');
    },
  });
}

// A path in any other spelling is none of them.
async function pathsIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`);
  return new Set(paths.map((path) => path.replaceAll(sep, '/')).filter((path) => !path.includes('/.')));
}

export function sendShell(reply: FastifyReply, shell: Shell | null): FastifyReply {
  if (shell === null) {
    reply.callNotFound();
    return reply;
  }
  return reply.headers({ ...shell.headers, vary: 'cookie' }).send(shell.html);
}

export function sendUnreadable(reply: FastifyReply, shell: Shell | null): FastifyReply {
  reply.code(404).header('x-robots-tag', 'noindex');
  return sendShell(reply, shell);
}

/** True for any address that the shell answers; the app's router may still find no page there. */
export function isVisit(request: FastifyRequest): boolean {
  return request.method === 'GET' && isPage(request.url.split('?')[0] ?? '/', isNavigation(request));
}

function isNavigation(request: FastifyRequest): boolean {
  return request.method === 'GET' && acceptsHtml(request);
}

const serverPaths = /^\/(?:api|media|health|metrics)(?:\/|$)/;

const programs = /\.(?:m?js|map|css|json)$/i;

// Several simple checks: one regular expression would take quadratic time on long paths.
function isPage(path: string, isNavigation: boolean): boolean {
  if (serverPaths.test(path) || path.includes('/.')) return false;
  // A handle may contain a dot: /perfil/@lu.canalla is not a file.
  if (path.startsWith('/perfil/') || !path.slice(path.lastIndexOf('/')).includes('.')) return true;
  // A scanner gets 404 for /feed.php; a person who opens it gets the app.
  return isNavigation && !path.startsWith('/assets/') && !programs.test(path);
}
