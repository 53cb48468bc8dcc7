import type { FastifyInstance } from 'fastify';

import { pageHeaders } from './security-headers.ts';

export function registerManifest(app: FastifyInstance, siteName: string): void {
  const text = JSON.stringify(manifest(siteName));
  const headers = {
    ...pageHeaders(),
    'cache-control': 'no-cache',
    'content-type': 'application/manifest+json; charset=utf-8',
  };
  app.get('/manifest.webmanifest', (_request, reply) => reply.headers(headers).send(text));
}

const night = '#0d1520';

// In an open page the address bar follows the theme (index.html); an app that is starting has only this
// colour.
const manifest = (siteName: string) => ({
  id: '/',
  name: siteName,
  short_name: siteName,
  description: 'La red de los hinchas: publicá, seguí y comentá el fútbol argentino.',
  lang: 'es-AR',
  dir: 'ltr',
  start_url: '/feed',
  scope: '/',
  display: 'standalone',
  theme_color: night,
  background_color: night,
  categories: ['social', 'sports'],
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('maskable-192.png', 192, 'maskable'),
    icon('maskable-512.png', 512, 'maskable'),
    icon('badge-96.png', 96, 'monochrome'),
  ],
  shortcuts: [
    shortcut('Escribir', '/feed?escribir=1'),
    shortcut('Buscar', '/buscar'),
    shortcut('Notificaciones', '/notificaciones'),
  ],
  share_target: {
    action: '/feed',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
});

function icon(file: string, size: number, purpose: string) {
  return { src: `/icons/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose };
}

function shortcut(name: string, url: string) {
  return { name, url, icons: [icon('icon-192.png', 192, 'any')] };
}
