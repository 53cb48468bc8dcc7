import { type WordMatch, wordMatch } from '../../../../contract/src/rules/muted-words.ts';
import type { Bus } from '../../kernel/bus.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import { andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  findExclusions,
  findExclusionsAmong,
  findExclusionsOfMany,
  type ExclusionRow,
  maxExclusions,
} from '../store/exclusions.ts';

export type Exclusions = {
  readonly blocks: ReadonlySet<string>;
  readonly blockedBy: ReadonlySet<string>;
  readonly mutes: ReadonlySet<string>;
  readonly words: WordMatch | null;
};

/** `all` is null for a viewer with too many hidden users to cache. */
type CachedExclusions = { readonly all: Exclusions | null };

export type ExclusionsCache = BatchCache<CachedExclusions>;

const nobody: ReadonlySet<string> = new Set();

/** The common case: one shared object, so that an identity check is enough. */
export const noExclusions: Exclusions = { blocks: nobody, blockedBy: nobody, mutes: nobody, words: null };

// 400,000 users in all: one slot per viewer, more for viewers with many hidden users.
const slots = 20_000;
const peoplePerSlot = 20;

export function createExclusionsCache(db: Database, bus: Bus): ExclusionsCache {
  const cache: ExclusionsCache = new BatchCache({
    max: slots,
    sizeOf: ({ all }) => 1 + Math.floor(all === null ? 0 : peopleOf(all) / peoplePerSlot),
    ttl: 10 * 60_000,
    load: (uids) => loadExclusions(db, uids),
  });
  bus.attachCache('exclusions', cache);
  return cache;
}

async function loadExclusions(db: Database, uids: readonly string[]): Promise<Map<string, CachedExclusions>> {
  const loadEach = oneByOne(async (uid) => toCacheEntry(await findExclusions(db, uid)));
  const ofMany = uids.length > 1 ? await findExclusionsOfMany(db, uids) : null;
  if (ofMany === null) return loadEach(uids);
  return new Map(uids.map((uid) => [uid, toCacheEntry(ofMany.get(uid) ?? [])]));
}

/**
 * May contain other users than `people`. Short lists are cached, long ones are queried each time, so a user
 * whom a crowd blocks costs no more than others.
 */
export function exclusionsOf(
  { db, exclusions }: ExclusionReads,
  viewerUid: string,
  people: Iterable<string>,
): MaybePromise<Exclusions> {
  return andThen(exclusions.get(viewerUid), (cached) => cached?.all ?? readExclusions(db, viewerUid, people));
}

type ExclusionReads = { readonly db: Database; readonly exclusions: ExclusionsCache };

async function readExclusions(
  db: Database,
  viewerUid: string,
  people: Iterable<string>,
): Promise<Exclusions> {
  return exclusionsOfRows(await findExclusionsAmong(db, viewerUid, [...people]));
}

export function hasExclusions(
  { exclusions }: { exclusions: ExclusionsCache },
  viewerUid: string,
): MaybePromise<boolean> {
  const cached = exclusions.get(viewerUid);
  return cached instanceof Promise
    ? cached.then((read) => read?.all !== noExclusions)
    : cached?.all !== noExclusions;
}

export function isBlocked({ blocks, blockedBy }: Exclusions, uid: string): boolean {
  return blocks.has(uid) || blockedBy.has(uid);
}

export function isExcluded(exclusions: Exclusions, uid: string): boolean {
  return isBlocked(exclusions, uid) || exclusions.mutes.has(uid);
}

function toCacheEntry(rows: readonly ExclusionRow[]): CachedExclusions {
  const all = exclusionsOfRows(rows);
  const sizes = [all.blocks.size, all.blockedBy.size, all.mutes.size];
  return { all: Math.max(...sizes) > maxExclusions ? null : all };
}

function exclusionsOfRows(rows: readonly ExclusionRow[]): Exclusions {
  if (rows.length === 0) return noExclusions;
  const of = (kind: ExclusionRow['kind']) =>
    new Set(rows.flatMap((row) => (row.kind === kind && row.other !== null ? [row.other] : [])));
  const words = wordMatch(rows.flatMap((row) => row.words ?? []));
  const exclusions = { blocks: of('block'), blockedBy: of('blocked-by'), mutes: of('mute'), words };
  return peopleOf(exclusions) === 0 && words === null ? noExclusions : exclusions;
}

function peopleOf({ blocks, blockedBy, mutes }: Exclusions): number {
  return blocks.size + blockedBy.size + mutes.size;
}
