import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { isActive } from '../../../../contract/src/rules/ads.ts';
import { countAdClick } from '../../http/rate-limits.ts';
import { acceptsHtml } from '../../http/request-form.ts';
import { attemptOf } from '../../kernel/attempts.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import { isAdmin } from '../../sessions/views/session.ts';
import { AdCounts } from '../actions/ad-counts.ts';
import { adNotFound, createAd, deleteAd, setAdStatus } from '../actions/ads.ts';
import { adStats, newestAds, type AdCache } from '../views/ads.ts';

type AdCalls = 'getAds' | 'adImpression' | 'adRedirect';
type AdminAdCalls = 'adminListAds' | 'adminCreateAd' | 'adminSetAdStatus' | 'adminDeleteAd' | 'adminAdStats';

type Needs = {
  reads: PeopleReads & { ads: AdCache };
  writes: Writes;
  limiter: RateLimiter;
  superAdminEmail: string | null;
};

export function adRoutes(site: Needs): Handlers<AdCalls> {
  const { reads, writes } = site;
  const counts = new AdCounts(writes);

  // Admins open ads to check them: that does not count.
  const isAudience = async (uid: string) => !(await isAdmin(reads.db, uid, site.superAdminEmail));
  const findAd = async (adId: string): Promise<Ad> => {
    const ad = await reads.ads.get(adId);
    if (!ad) throw adNotFound();
    return ad;
  };

  return {
    getAds: async () => ({ items: await reads.ads.shown(writes.now()) }),
    adImpression: async ({ input: { adId }, session: { uid } }) => {
      const ad = await findAd(adId);
      // An open page may show an ad for a while after its end.
      if (isActive(ad, writes.now()) && (await isAudience(uid)))
        await counts.impression({ id: ad.id, cap: ad.capPerUserPerDay }, uid);
      return {};
    },
    adRedirect: async ({ input: { adId }, session, request, reply }) => {
      const ad = await reads.ads.get(adId);
      if (!ad && acceptsHtml(request)) return { location: '/feed' };
      if (!ad) throw adNotFound();
      const uid = session?.uid ?? null;
      // After the ad's end the link works on, but does not count.
      const isCounted =
        isActive(ad, writes.now()) &&
        isNavigation(request) &&
        (await countAdClick(site.limiter, request, ad.id, uid)) &&
        (uid === null || (await isAudience(uid)));
      // A failed count must not stop the redirect.
      if (isCounted) {
        await counts.click({ id: ad.id, cap: ad.capPerUserPerDay }).catch((error: unknown) => {
          request.log.warn({ err: error }, 'a click on an ad was not counted');
        });
      }
      return { location: redirectTo(ad.linkUrl, reply) };
    },
  };
}

export function adminAdRoutes({ reads, writes }: Pick<Needs, 'reads' | 'writes'>): Handlers<AdminAdCalls> {
  const answer = async (adId: string) => {
    const ad = await reads.ads.get(adId);
    if (!ad) throw adNotFound();
    return { ad };
  };

  return {
    adminListAds: async () => ({ items: await newestAds(reads) }),
    adminCreateAd: async ({ input, session: { uid }, request }) =>
      answer(await createAd(writes, uid, input, attemptOf(request, 'adminCreateAd', input))),
    adminSetAdStatus: async ({ input, session: { uid } }) => {
      await setAdStatus(writes, uid, input);
      return answer(input.adId);
    },
    adminDeleteAd: async ({ input: { adId }, session: { uid } }) => {
      await deleteAd(writes, uid, adId);
      return {};
    },
    adminAdStats: async ({ input: { adId } }) => {
      const days = await adStats(reads.db, adId, writes.now());
      if (!days) throw adNotFound();
      return { days };
    },
  };
}

// Excludes prefetches and requests for images.
function isNavigation({ headers }: FastifyRequest): boolean {
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])} ${String(headers['x-moz'])}`;
  return !purpose.includes('prefetch') && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

// A header holds ASCII only; other links are sent percent-encoded.
function redirectTo(link: string, reply: FastifyReply): string {
  reply.header('referrer-policy', 'no-referrer');
  return /^[\x21-\x7e]+$/.test(link) ? link : new URL(link).href;
}
