import type { Ad, AdDay } from '../../../../contract/src/calls/ads.ts';
import { isActive } from '../../../../contract/src/rules/ads.ts';
import { daysUntil, localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { Bus } from '../../kernel/bus.ts';
import { isId } from '../../kernel/ids.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { MediaUrls } from '../../platform/files/media-urls.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findAdDays } from '../store/ad-days.ts';
import { type AdRow, findAds, findNewestAds, findShownAds } from '../store/ads.ts';

const intervalMs = 10_000;

export class AdCache {
  readonly #byId: BatchCache<Ad>;
  readonly #shownAds: BatchCache<readonly Ad[]>;
  #interval = '';

  constructor(db: Database, bus: Bus, mediaUrls: MediaUrls) {
    this.#byId = new BatchCache({
      max: 1_000,
      ttl: intervalMs,
      load: async (ids) => new Map((await findAds(db, ids)).map((row) => [row.id, adView(row, mediaUrls)])),
    });
    // By time interval: a list includes the ads that start within it.
    this.#shownAds = new BatchCache({
      max: 2,
      ttl: intervalMs,
      load: async (intervals) =>
        new Map(await Promise.all(intervals.map((key) => readInterval(db, key, mediaUrls)))),
    });
    bus.onStale(
      'ads',
      (ids) => {
        this.#byId.forgetAll(ids);
        this.#shownAds.forget(this.#interval);
      },
      () => {
        this.#byId.clear();
        this.#shownAds.clear();
      },
    );
  }

  async get(id: string): Promise<Ad | undefined> {
    return isId(id) ? this.#byId.get(id) : undefined;
  }

  /** The most recently started first; 20 at most. */
  async shown(at: Date): Promise<Ad[]> {
    this.#interval = String(Math.floor(at.getTime() / intervalMs));
    const ads = (await this.#shownAds.get(this.#interval)) ?? [];
    return ads.filter((ad) => isActive(ad, at)).slice(0, limits.adsShown);
  }
}

export async function newestAds({ db, mediaUrls }: Pick<PeopleReads, 'db' | 'mediaUrls'>): Promise<Ad[]> {
  return (await findNewestAds(db)).map((row) => adView(row, mediaUrls));
}

/** The last 30 days, today's last; null when the ad does not exist. */
export async function adStats(db: Database, adId: string, now: Date): Promise<AdDay[] | null> {
  if (!isId(adId) || (await findAds(db, [adId])).length === 0) return null;
  const days = daysUntil(localDay(now), limits.adStatsDays);
  const statistics = new Map((await findAdDays(db, adId, days[0] ?? '')).map((day) => [day.day, day]));
  return days.map((day) => statistics.get(day) ?? { day, impressions: 0, clicks: 0 });
}

async function readInterval(
  db: Database,
  interval: string,
  mediaUrls: MediaUrls,
): Promise<[string, readonly Ad[]]> {
  const from = Number(interval) * intervalMs;
  const rows = await findShownAds(db, new Date(from), new Date(from + intervalMs));
  return [interval, rows.map((row) => adView(row, mediaUrls))];
}

function adView(row: AdRow, mediaUrls: MediaUrls): Ad {
  const url = mediaUrls.of(row.media_key);
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    linkUrl: row.link_url,
    site: row.site,
    imageUrl: row.media_type === 'image' ? url : null,
    videoUrl: row.media_type === 'video' ? url : null,
    width: row.media_width,
    height: row.media_height,
    color: row.media_color,
    startAt: row.start_at.toISOString(),
    endAt: row.end_at?.toISOString() ?? null,
    status: row.status,
    capPerUserPerDay: row.cap_per_user_per_day,
    frequency: row.frequency,
    createdAt: row.created_at.toISOString(),
  };
}
