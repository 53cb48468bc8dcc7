import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { addressOf, countPublicPage } from '../../http/rate-limits.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import type { PublicSite } from '../views/public-reads.ts';
import { sitemapFile, sitemapIndex } from '../views/sitemap.ts';

type Needs = PublicSite & { reads: FeedReads; limiter: RateLimiter };

const index = 'index';
/** Removed content stays in the sitemap for at most this long. */
const cacheMs = 30_000;

/** Each file is rendered at most twice a minute. */
export function registerSitemap(http: FastifyInstance, site: Needs): void {
  if (!site.features.includes('publico')) return;
  const files = new BatchCache<{ text: string }>({
    max: 16,
    ttl: cacheMs,
    load: async (names) => {
      const texts = new Map<string, { text: string }>();
      for (const name of names) {
        const text = await (name === index
          ? sitemapIndex(site.reads, site)
          : sitemapFile(site.reads, site, name));
        if (text !== null) texts.set(name, { text });
      }
      return texts;
    },
  });
  async function send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const wait = countPublicPage(site.limiter, addressOf(request));
    if (wait > 0) return reply.code(429).header('retry-after', String(wait)).send();
    const file = await files.get(name);
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(file.text);
  }

  http.get('/sitemap.xml', (request, reply) => send(request, reply, index));
  http.get<{ Params: { name: string } }>('/sitemap/:name.xml', (request, reply) => {
    const { name } = request.params;
    return send(request, reply, name === index ? '' : name);
  });
}
