import { type WordMatch, wordMatch } from '../../../contract/src/rules/muted-words.ts';
import { BatchCache } from '../platform/batch-cache.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import { findUnwanted, type UnwantedRow } from '../store/unwanted.ts';

/** What one viewer is not to see. */
export type Unwanted = {
  /** Whom the viewer blocked, and who blocked the viewer: neither sees the other. */
  readonly blocks: ReadonlySet<string>;
  readonly blockedBy: ReadonlySet<string>;
  readonly mutes: ReadonlySet<string>;
  readonly words: WordMatch | null;
};

export type UnwantedCache = BatchCache<Unwanted>;

const nobody: ReadonlySet<string> = new Set();

/** What nearly everybody has: one object, so that a look at it tells that there is nothing to compare. */
export const nothingUnwanted: Unwanted = { blocks: nobody, blockedBy: nobody, mutes: nobody, words: null };

// A place for every viewer with a few people, and more for whom many blocked; 400,000 people in all.
const places = 20_000;
const peoplePerPlace = 20;

export function createUnwantedCache(db: Database, bus: Bus): UnwantedCache {
  const cache: UnwantedCache = new BatchCache({
    max: places,
    sizeOf: ({ blocks, blockedBy, mutes }) =>
      Math.min(1 + Math.floor((blocks.size + blockedBy.size + mutes.size) / peoplePerPlace), places / 2),
    ttl: 10 * 60_000,
    load: async (uids) => {
      const rows = Map.groupBy(await findUnwanted(db, uids), ({ uid }) => uid);
      return new Map(uids.map((uid) => [uid, unwantedOfRows(rows.get(uid))]));
    },
  });
  bus.on('unwanted-changed', ({ uids }) => {
    for (const uid of uids) cache.forget(uid);
  });
  return cache;
}

/** What a viewer is not to see. */
export async function unwantedOf(
  { unwanted }: { unwanted: UnwantedCache },
  viewerUid: string,
): Promise<Unwanted> {
  return (await unwanted.get(viewerUid)) ?? nothingUnwanted;
}

/** Whether a block stands between the viewer and somebody. */
export function isApart({ blocks, blockedBy }: Unwanted, uid: string): boolean {
  return blocks.has(uid) || blockedBy.has(uid);
}

/** Whether nothing that somebody does is brought to the viewer: a block stands between them, or they are muted. */
export function isUnwanted(unwanted: Unwanted, uid: string): boolean {
  return isApart(unwanted, uid) || unwanted.mutes.has(uid);
}

function unwantedOfRows(rows: readonly UnwantedRow[] | undefined): Unwanted {
  if (!rows) return nothingUnwanted;
  const of = (kind: UnwantedRow['kind']) =>
    new Set(rows.flatMap((row) => (row.kind === kind && row.other !== null ? [row.other] : [])));
  const words = wordMatch(rows.flatMap((row) => row.words ?? []));
  const found = { blocks: of('block'), blockedBy: of('blocked-by'), mutes: of('mute'), words };
  const isNothing = found.blocks.size + found.blockedBy.size + found.mutes.size === 0 && words === null;
  return isNothing ? nothingUnwanted : found;
}
