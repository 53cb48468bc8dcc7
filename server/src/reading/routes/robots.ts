import type { FastifyInstance } from 'fastify';

import type { PublicSite } from '../views/public-reads.ts';

const legal = ['/terminos', '/privacidad'];
const readable = ['/p/', '/@', '/perfil/', '/club/', '/partido/', '/partidos', '/media/'];

/** Tells search engines which addresses people without an account may read. */
export function registerRobots(http: FastifyInstance, { features }: Pick<PublicSite, 'features'>): void {
  const paths = [...(features.includes('publico') ? readable : []), ...legal];
  const lines = ['User-agent: *', ...paths.map((path) => `Allow: ${path}`), 'Disallow: /', ''];
  http.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(lines.join('\n')),
  );
}
