import type { FastifyInstance } from 'fastify';

import type { PublicSite } from '../views/public-reads.ts';

// Crawlers may index the home page, and fetch what renders it.
const always = ['/terminos', '/privacidad', '/ingresar', '/assets/'];
const readable = ['/p/', '/@', '/perfil/', '/club/', '/partido/', '/partidos', '/media/', '/sitemap'];

export function registerRobots(
  http: FastifyInstance,
  { features, publicUrl }: Pick<PublicSite, 'features' | 'publicUrl'>,
): void {
  const isOn = features.includes('publico');
  const paths = [...(isOn ? readable : []), ...always];
  const lines = [
    'User-agent: *',
    ...paths.map((path) => `Allow: ${path}`),
    'Disallow: /',
    ...(isOn ? ['', `Sitemap: ${publicUrl}/sitemap.xml`] : []),
    '',
  ];
  http.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(lines.join('\n')),
  );
}
