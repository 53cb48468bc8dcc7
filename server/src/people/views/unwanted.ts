import { type WordMatch, wordMatch } from '../../../../contract/src/rules/muted-words.ts';
import type { Bus } from '../../kernel/bus.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUnwanted, findUnwantedAmong, type UnwantedRow, unwantedRows } from '../store/unwanted.ts';

/** What one viewer is not to see, of the people that were asked about. */
export type Unwanted = {
  /** Whom the viewer blocked, and who blocked the viewer: neither sees the other. */
  readonly blocks: ReadonlySet<string>;
  readonly blockedBy: ReadonlySet<string>;
  readonly mutes: ReadonlySet<string>;
  readonly words: WordMatch | null;
};

/** What is known of a viewer; null of one with too many people to hold them all. */
type Held = { readonly all: Unwanted | null };

export type UnwantedCache = BatchCache<Held>;

const nobody: ReadonlySet<string> = new Set();

/** What nearly everybody has: one object, so that a look at it tells that there is nothing to compare. */
export const nothingUnwanted: Unwanted = { blocks: nobody, blockedBy: nobody, mutes: nobody, words: null };

// A place for every viewer with a few people, and more for those with many; 400,000 people in all.
const places = 20_000;
const peoplePerPlace = 20;

export function createUnwantedCache(db: Database, bus: Bus): UnwantedCache {
  const cache: UnwantedCache = new BatchCache({
    max: places,
    sizeOf: ({ all }) => 1 + Math.floor(all === null ? 0 : peopleOf(all) / peoplePerPlace),
    ttl: 10 * 60_000,
    load: async (uids) =>
      new Map(
        await Promise.all(uids.map(async (uid) => [uid, heldOf(await findUnwanted(db, uid))] as const)),
      ),
  });
  bus.attachCache('unwanted', cache);
  return cache;
}

/**
 * Whom of these people a viewer is not to see, and which words. Others may be in it or not: a few people are held in
 * memory, many are looked up, so that somebody whom a crowd blocks costs no more than anybody else.
 */
export async function unwantedOf(
  { db, unwanted }: { db: Database; unwanted: UnwantedCache },
  viewerUid: string,
  people: Iterable<string>,
): Promise<Unwanted> {
  const held = await unwanted.get(viewerUid);
  if (held?.all) return held.all;
  return unwantedOfRows(await findUnwantedAmong(db, viewerUid, [...people]));
}

/** Whether there is anything at all that a viewer is not to see. */
export async function hasUnwanted(
  { unwanted }: { unwanted: UnwantedCache },
  viewerUid: string,
): Promise<boolean> {
  return (await unwanted.get(viewerUid))?.all !== nothingUnwanted;
}

/** Whether a block stands between the viewer and somebody. */
export function isApart({ blocks, blockedBy }: Unwanted, uid: string): boolean {
  return blocks.has(uid) || blockedBy.has(uid);
}

/** Whether nothing that somebody does is brought to the viewer: a block stands between them, or they are muted. */
export function isUnwanted(unwanted: Unwanted, uid: string): boolean {
  return isApart(unwanted, uid) || unwanted.mutes.has(uid);
}

function heldOf(rows: readonly UnwantedRow[]): Held {
  const all = unwantedOfRows(rows);
  const sizes = [all.blocks.size, all.blockedBy.size, all.mutes.size];
  return { all: Math.max(...sizes) > unwantedRows ? null : all };
}

function unwantedOfRows(rows: readonly UnwantedRow[]): Unwanted {
  if (rows.length === 0) return nothingUnwanted;
  const of = (kind: UnwantedRow['kind']) =>
    new Set(rows.flatMap((row) => (row.kind === kind && row.other !== null ? [row.other] : [])));
  const words = wordMatch(rows.flatMap((row) => row.words ?? []));
  const found = { blocks: of('block'), blockedBy: of('blocked-by'), mutes: of('mute'), words };
  return peopleOf(found) === 0 && words === null ? nothingUnwanted : found;
}

function peopleOf({ blocks, blockedBy, mutes }: Unwanted): number {
  return blocks.size + blockedBy.size + mutes.size;
}
