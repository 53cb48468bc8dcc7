import type { ViewerState } from '../../../../contract/src/calls/shapes.ts';
import type { Bus } from '../../kernel/bus.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import type { Caches } from '../../kernel/staleness.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  findMarksOf,
  findMarksOn,
  findNewestMarkers,
  type Marker,
  newestMarkers,
} from '../store/reactions.ts';
import { hashOfId, IdFilter } from './id-filter.ts';

/** The marks that are missing must be read again. */
class PartOfMarks {
  readonly marks: Partial<ViewerState>;
  /** That of the newest change by another process. */
  readonly revision: number;

  constructor(marks: Partial<ViewerState>, revision: number) {
    this.marks = marks;
    this.revision = revision;
  }
}

type Marks = ViewerState | PartOfMarks;

/** From the post id `from` on, `recent` is complete: a post missing there has no marks. */
type Viewer = {
  readonly from: string;
  readonly recent: Map<string, Marks>;
  /** Posts below `from`. */
  older: SieveCache<Marks> | undefined;
  /** Another number after each change, for every viewer. */
  version: number;
  /** The ids of `recent`, once it was needed. */
  filter: IdFilter | undefined;
};

/** Posts whose marks are asked for together, and often. `oldestId`: the first of `ids` in order. */
export type IdsOfPage = {
  readonly ids: readonly string[];
  readonly hashes: readonly number[];
  readonly oldestId: string;
};

export function idsOfPage(ids: readonly string[]): IdsOfPage {
  let oldestId = lastId;
  for (const id of ids) if (id < oldestId) oldestId = id;
  return { ids, hashes: ids.map(hashOfId), oldestId };
}

type Change = Caches['marks'] & { readonly isOwn: boolean };

const nowhere: ReadonlyMap<string, ViewerState> = new Map();

export const noMarks: ViewerState = { liked: false, reposted: false, saved: false, vote: null };
const marksWithoutVote: readonly ViewerState[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  bits === 0
    ? noMarks
    : { liked: bits >= 4, reposted: (bits & 2) !== 0, saved: (bits & 1) !== 0, vote: null },
);

// The cache holds 400,000 marks: a place for each viewer, more for viewers with many marks.
const places = 20_000;
const marksPerPlace = 20;
const actsAtOnce = 256;
const firstActs = 4;
let versions = 0;

/** A viewer's newest marks are read together once, then kept up to date by facts. */
export class ViewerStates {
  readonly #viewers: BatchCache<Viewer>;
  readonly #firstActs: GroupCommit<string, ViewerState>;
  readonly #acts = new SieveCache<number>({ max: places });
  readonly #db: Database;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#viewers = new BatchCache({
      max: places,
      sizeOf: ({ recent }) => 1 + Math.floor(recent.size / marksPerPlace),
      ttl: 10 * 60_000,
      load: oneByOne(async (uid) => viewerOf(await findNewestMarkers(db, uid))),
    });
    this.#firstActs = new GroupCommit({
      fits: (uids) => uids.length < actsAtOnce,
      write: async (postId, uids) => {
        const marks = await findMarksOn(db, postId, uids);
        return uids.map((uid) => wholeOf({ ...noMarks, ...marks.get(uid) }));
      },
    });
    bus.onStale(
      'marks',
      (marks, isOwn) => {
        const change = { ...marks, isOwn };
        for (const uid of marks.uids) this.#viewers.update(uid, (viewer) => withChange(viewer, change));
      },
      () => this.#viewers.clear(),
    );
  }

  /**
   * The posts among `postIds` on which the viewer has marks. `newPostId` is a post just published, on which
   * nobody has marks yet.
   */
  marksAmong(
    uid: string,
    postIds: readonly string[],
    newPostId?: string,
  ): MaybePromise<ReadonlyMap<string, ViewerState>> {
    const ids = newPostId === undefined ? postIds : postIds.filter((id) => id !== newPostId);
    if (ids.length === 0) return nowhere;
    const viewer = this.#viewers.get(uid);
    if (viewer instanceof Promise) return this.#readMarks(viewer, uid, ids);
    return viewer ? this.#marksOf(viewer, uid, ids) : nowhere;
  }

  /** While it stays the same, so do all marks of the viewer. Undefined unless they are cached. */
  versionOf(uid: string): number | undefined {
    return this.#viewers.entry(uid)?.value?.version;
  }

  /** False also when it is not known without a query. */
  hasNoMarksAmong(uid: string, { ids, hashes, oldestId }: IdsOfPage): boolean {
    const viewer = this.#viewers.entry(uid)?.value;
    if (viewer === undefined) return false;
    if (oldestId < viewer.from) return ids.every((id) => stateIn(viewer, id) === noMarks);
    const filter = (viewer.filter ??= new IdFilter(viewer.recent));
    return hashes.every((hash, i) => !filter.mayHave(hash) || stateIn(viewer, ids[i] ?? '') === noMarks);
  }

  /**
   * For a viewer who acts on a post. Of those whose marks were not needed before, only the marks on this post
   * are read, of many viewers at once.
   */
  marksOn(postId: string, uid: string): MaybePromise<ViewerState> {
    const acts = this.#viewers.peek(uid) === undefined ? (this.#acts.get(uid) ?? 0) : firstActs;
    if (acts < firstActs) {
      this.#acts.set(uid, acts + 1);
      return this.#firstActs.add(postId, uid);
    }
    return andThen(this.marksAmong(uid, [postId]), (marks) => marks.get(postId) ?? noMarks);
  }

  async #readMarks(
    reading: Promise<Viewer | undefined>,
    uid: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ViewerState>> {
    const viewer = await reading;
    return viewer ? this.#marksOf(viewer, uid, ids) : nowhere;
  }

  #marksOf(
    viewer: Viewer,
    uid: string,
    ids: readonly string[],
  ): MaybePromise<ReadonlyMap<string, ViewerState>> {
    let marks: Map<string, ViewerState> | undefined;
    const unknown: string[] = [];
    for (const id of ids) {
      const state = stateIn(viewer, id);
      if (state === undefined) unknown.push(id);
      else if (state !== noMarks) (marks ??= new Map()).set(id, state);
    }
    return unknown.length === 0 ? (marks ?? nowhere) : this.#withRead(viewer, uid, unknown, marks);
  }

  async #withRead(
    viewer: Viewer,
    uid: string,
    ids: readonly string[],
    marks: Map<string, ViewerState> = new Map(),
  ): Promise<ReadonlyMap<string, ViewerState>> {
    for (const [id, state] of await this.#read(viewer, uid, ids)) marks.set(id, state);
    return marks;
  }

  async #read(viewer: Viewer, uid: string, ids: readonly string[]): Promise<Map<string, ViewerState>> {
    const { version } = viewer;
    const marks = await findMarksOf(this.#db, uid, ids);
    const states = new Map<string, ViewerState>();
    for (const id of ids) {
      const found = marks.get(id);
      states.set(id, wholeOf({ ...noMarks, ...found }));
    }
    // The read may have missed a fact that arrived meanwhile; then its result is not cached.
    if (viewer.version === version) for (const [id, state] of states) setMarks(viewer, id, state);
    return states;
  }
}

function stateIn(viewer: Viewer, id: string): ViewerState | undefined {
  const marks = marksIn(viewer, id);
  return marks instanceof PartOfMarks ? undefined : marks;
}

function marksIn({ from, recent, older }: Viewer, id: string): Marks | undefined {
  return id < from ? older?.get(id) : (recent.get(id) ?? noMarks);
}

function setMarks(viewer: Viewer, id: string, marks: Marks): void {
  if (id >= viewer.from) {
    viewer.recent.set(id, marks);
    viewer.filter?.add(id);
  } else (viewer.older ??= new SieveCache({ max: 120 })).set(id, marks);
}

function viewerOf(markers: readonly Marker[]): Viewer {
  const recent = new Map<string, ViewerState>();
  const kinds = new Map<string, { count: number; oldest: string }>();
  for (const { postId, kind, marks } of markers) {
    recent.set(postId, wholeOf({ ...(recent.get(postId) ?? noMarks), ...marks }));
    const { count = 0, oldest = postId } = kinds.get(kind) ?? {};
    kinds.set(kind, { count: count + 1, oldest: postId < oldest ? postId : oldest });
  }
  let from = firstId;
  for (const { count, oldest } of kinds.values()) if (count === newestMarkers && oldest > from) from = oldest;
  for (const id of recent.keys()) if (id < from) recent.delete(id);
  return { from, recent, older: undefined, version: ++versions, filter: undefined };
}

function withChange(viewer: Viewer, { postId, marks, revision, isOwn }: Change): Viewer {
  viewer.version = ++versions;
  const before = marksIn(viewer, postId);
  if (before === undefined) return viewer;
  const [known, newest] = before instanceof PartOfMarks ? [before.marks, before.revision] : [before, 0];
  // Facts of other processes, and those of saves and reposts, may arrive in another order than they happened.
  const isSure = isOwn && revision !== undefined && revision > newest;
  const after: Partial<ViewerState> = { ...known, ...marks };
  if (!isSure) for (const name of Object.keys(marks) as (keyof ViewerState)[]) delete after[name];
  const newestNow = isOwn ? newest : Math.max(newest, revision ?? 0);
  setMarks(viewer, postId, isWhole(after) ? wholeOf(after) : new PartOfMarks(after, newestNow));
  return viewer;
}

/** One object for all equal marks without a vote, and so `noMarks` itself, by which pages know it. */
function wholeOf(marks: ViewerState): ViewerState {
  const { liked, reposted, saved, vote } = marks;
  if (vote !== null) return marks;
  return marksWithoutVote[(liked ? 4 : 0) + (reposted ? 2 : 0) + (saved ? 1 : 0)] ?? marks;
}

function isWhole(marks: Partial<ViewerState>): marks is ViewerState {
  const { liked, reposted, saved, vote } = marks;
  return liked !== undefined && reposted !== undefined && saved !== undefined && vote !== undefined;
}
