import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { latestPostsPath } from '../../../../contract/src/latest-posts.ts';
import { sendShell, sendUnreadable, type Shell } from '../../http/page.ts';
import { addressOf, countPublicPage } from '../../http/rate-limits.ts';
import { namesEtag } from '../../http/request-form.ts';
import { readingHeaders } from '../../http/security-headers.ts';
import { FixedHeaders, sendBytes } from '../../http/send-bytes.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import { type SessionCookies, sessionOf, tokenOf } from '../../sessions/session-cookie.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { type Look, sentencePage } from '../views/document.ts';
import { latestPosts } from '../views/latest-posts.ts';
import { type CachedPage, PageCache, type RenderedPage } from '../views/page-cache.ts';
import type { PublicSite } from '../views/public-reads.ts';
import { pageRenderers } from '../views/rendered-pages.ts';

type Needs = SessionCookies &
  PublicSite & {
    bus: Bus;
    reads: FeedReads;
    limiter: RateLimiter;
    /** Null in a process without the app's page. */
    shell: Shell | null;
    look: Look;
    mediaBaseUrl: string | null;
    now: () => Date;
  };

const tooMany = 'Demasiadas visitas seguidas. Probá de nuevo en un minuto.';

/**
 * The pages have the addresses that members use: members get the app. An unreadable address answers the same
 * for every reason, so that it reveals nothing.
 */
export function registerReading(http: FastifyInstance, site: Needs): void {
  const { reads, look } = site;
  const pages = new PageCache(site.bus);
  const always = readingHeaders(site.mediaBaseUrl);
  const headersOf = {
    [htmlType]: new FixedHeaders({ ...always, 'content-type': htmlType }),
    [atomType]: new FixedHeaders({ ...always, 'content-type': atomType }),
  };
  const isOn = site.features.includes('publico');
  const renderers = pageRenderers(site);

  type PageRequest = {
    key: string;
    type: keyof typeof headersOf;
    render: () => Promise<RenderedPage | null>;
  };
  type Answer = FastifyReply | Promise<FastifyReply>;

  // Nearly all readers have no session and nearly all pages are cached: such an answer is synchronous.
  function answer(request: FastifyRequest, reply: FastifyReply, target: PageRequest): Answer {
    // An encoded slash could name the page of another address.
    if (/%2f/i.test(request.url.split('?', 1)[0] ?? '')) return sendUnreadable(reply, site.shell);
    if (target.type !== htmlType || tokenOf(site, request) === null)
      return answerVisitor(request, reply, target);
    return isMember(site, request).then((isMember) =>
      isMember ? sendShell(reply, site.shell) : answerVisitor(request, reply, target),
    );
  }

  function answerVisitor(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, type, render }: PageRequest,
  ): Answer {
    if (!isOn) return sendUnreadable(reply, site.shell);
    const wait = countPublicPage(site.limiter, addressOf(request));
    if (wait > 0) return refuse(reply, wait);
    const send = (page: CachedPage | null) =>
      page === null ? sendUnreadable(reply, site.shell) : sendPage(request, reply, page, headersOf[type]);
    const page = pages.get(key);
    return page ? send(page) : pages.render(key, render).then(send);
  }

  function refuse(reply: FastifyReply, wait: number): FastifyReply {
    const page = sentencePage(site, look, { title: site.name, sentence: tooMany });
    return reply
      .code(429)
      .headers({ ...always, 'content-type': htmlType, 'retry-after': String(wait) })
      .send(page);
  }

  http.get(latestPostsPath, async (request, reply) => {
    if (!isOn) return sendUnreadable(reply, site.shell);
    const wait = countPublicPage(site.limiter, addressOf(request));
    if (wait > 0) return refuse(reply, wait);
    // The authors may have opted out of search engines.
    return reply.headers({ ...always, 'x-robots-tag': 'noindex' }).send(await latestPosts(reads));
  });
  for (const path of ['/p/:id', '/club/:slug', '/perfil/:name', '/@:name'])
    http.get(`${path}/`, (request, reply) => reply.redirect(request.url.replace(/\/(?=$|\?)/, ''), 301));
  http.get<{ Params: { slug: string } }>('/club/:slug', (request, reply) => {
    const { slug } = request.params;
    const target: PageRequest = { key: `/club/${slug}`, type: htmlType, render: () => renderers.club(slug) };
    if (!site.features.includes('cuadros') || pages.get(target.key)) return answer(request, reply, target);
    return reads.clubs.find(slug.toLowerCase()).then((club) => {
      // Members get the app, which says that there is no such club.
      if (!club) return sendUnreadable(reply, site.shell);
      return slug === club.slug ? answer(request, reply, target) : toLowerCase(reply, `club/${slug}`);
    });
  });
  http.get<{ Params: { id: string } }>('/p/:id', (request, reply) => {
    const { id } = request.params;
    return answer(request, reply, { key: `/p/${id}`, type: htmlType, render: () => renderers.post(id) });
  });
  for (const start of ['/@', '/perfil/'] as const) {
    http.get<{ Params: { name: string } }>(`${start}:name`, (request, reply) => {
      const name = nameIn(start, request.params.name);
      if (start === '/@' && name !== name.toLowerCase()) return toLowerCase(reply, name);
      return answer(request, reply, {
        key: `/${name}`,
        type: htmlType,
        render: () => renderers.profile(name),
      });
    });
    http.get<{ Params: { name: string } }>(`${start}:name/atom.xml`, (request, reply) => {
      const name = nameIn(start, request.params.name);
      if (start === '/@' && name !== name.toLowerCase()) return toLowerCase(reply, `${name}/atom.xml`);
      return answer(request, reply, {
        key: `/${name}/atom.xml`,
        type: atomType,
        render: () => renderers.atom(name),
      });
    });
  }
}

const htmlType = 'text/html; charset=utf-8';
const atomType = 'application/atom+xml; charset=utf-8';

function nameIn(start: string, name: string): string {
  return start === '/@' ? `@${name}` : name;
}

function toLowerCase(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(`/${encodeURI(path.toLowerCase())}`, 301);
}

async function isMember(site: Needs, request: FastifyRequest): Promise<boolean> {
  const session = await sessionOf(site, request);
  const user = session && (await site.reads.profiles.get(session.uid));
  return user !== null && user !== undefined && !user.hidden;
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, indexable }: CachedPage,
  fixed: FixedHeaders,
): FastifyReply {
  void reply.headers({ etag, ...(!indexable && { 'x-robots-tag': 'noindex' }) });
  if (!namesEtag(request.headers['if-none-match'], etag)) return sendBytes(reply, bytes, fixed);
  return reply
    .code(304)
    .headers({ ...fixed.byName, ...reply.getHeaders() })
    .send();
}
