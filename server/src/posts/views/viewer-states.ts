import { LRUCache } from 'lru-cache';

import type { ViewerState } from '../../../../contract/src/calls/shapes.ts';
import type { Bus } from '../../kernel/bus.ts';
import { firstId } from '../../kernel/ids.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findMarkersOf, findNewestMarkers, type Marker, newestMarkers } from '../store/reactions.ts';

/**
 * The marks of one viewer. `marked` holds all marked posts from the id `from` on, so every other post from there on has
 * no marks; null: to be read again. `older` holds states of posts below it.
 */
type Viewer = {
  readonly from: string;
  readonly marked: Map<string, ViewerState | null>;
  readonly older: LRUCache<string, ViewerState>;
  version: number;
};

export const noMarks: ViewerState = { liked: false, reposted: false, saved: false, vote: null };

// 400,000 marks in all: a place for each viewer, more for viewers with many marks.
const places = 20_000;
const marksPerPlace = 20;

/** Viewers' marks on posts: a viewer's newest are read together once, then kept up to date by facts. */
export class ViewerStates {
  readonly #viewers: BatchCache<Viewer>;
  readonly #db: Database;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#viewers = new BatchCache({
      max: places,
      sizeOf: ({ marked }) => 1 + Math.floor(marked.size / marksPerPlace),
      ttl: 10 * 60_000,
      load: oneByOne(async (uid) => viewerOf(await findNewestMarkers(db, uid))),
    });
    bus.onStale(
      'marks',
      ({ uids, postId, marks }, isOwn) => {
        // A change of another process may arrive after a later one, so its users are read again.
        for (const uid of uids)
          if (isOwn) this.#viewers.update(uid, (viewer) => withMarks(viewer, postId, marks));
          else this.#viewers.forget(uid);
      },
      () => this.#viewers.clear(),
    );
  }

  /** `unmarked`: a post that the viewer cannot have marked yet. */
  async getMany(
    uid: string,
    postIds: Iterable<string>,
    unmarked?: string,
  ): Promise<Map<string, ViewerState>> {
    const found = new Map<string, ViewerState>();
    const others: string[] = [];
    for (const id of postIds)
      if (id === unmarked) found.set(id, noMarks);
      else others.push(id);
    const viewer = others.length === 0 ? undefined : await this.#viewers.get(uid);
    if (!viewer) return found;
    const missing: string[] = [];
    for (const id of others) {
      const state = stateIn(viewer, id);
      if (state) found.set(id, state);
      else missing.push(id);
    }
    if (missing.length > 0)
      for (const [id, state] of await this.#read(viewer, uid, missing)) found.set(id, state);
    return found;
  }

  async #read(viewer: Viewer, uid: string, ids: readonly string[]): Promise<Map<string, ViewerState>> {
    const { version } = viewer;
    const markers = await findMarkersOf(this.#db, uid, ids);
    const states = new Map<string, ViewerState>();
    for (const id of ids) {
      states.set(id, {
        liked: markers.liked.has(id),
        reposted: markers.reposted.has(id),
        saved: markers.saved.has(id),
        vote: markers.votes.get(id) ?? null,
      });
    }
    // A fact arrived during the read, which may have missed it: do not cache this result.
    if (viewer.version === version) for (const [id, state] of states) setState(viewer, id, state);
    return states;
  }
}

function stateIn({ from, marked, older }: Viewer, id: string): ViewerState | undefined {
  if (id < from) return older.get(id);
  const state = marked.get(id);
  return state === undefined ? noMarks : (state ?? undefined);
}

function setState({ from, marked, older }: Viewer, id: string, state: ViewerState | null): void {
  if (id >= from) marked.set(id, state);
  else if (state) older.set(id, state);
  else older.delete(id);
}

function viewerOf(markers: readonly Marker[]): Viewer {
  const marked: Viewer['marked'] = new Map();
  const read = new Map<string, { count: number; oldest: string }>();
  for (const { postId, kind, marks } of markers) {
    marked.set(postId, { ...(marked.get(postId) ?? noMarks), ...marks });
    const { count = 0, oldest = postId } = read.get(kind) ?? {};
    read.set(kind, { count: count + 1, oldest: postId < oldest ? postId : oldest });
  }
  let from = firstId;
  for (const { count, oldest } of read.values()) if (count === newestMarkers && oldest > from) from = oldest;
  for (const id of marked.keys()) if (id < from) marked.delete(id);
  return { from, marked, older: new LRUCache({ max: 120 }), version: 0 };
}

function withMarks(viewer: Viewer, postId: string, marks: Partial<ViewerState>): Viewer {
  viewer.version++;
  const state = stateIn(viewer, postId);
  // Two saves or reposts at one time may be committed in another order than their facts arrive.
  const isSure = marks.saved === undefined && marks.reposted === undefined;
  if (state) setState(viewer, postId, isSure ? { ...state, ...marks } : null);
  return viewer;
}
