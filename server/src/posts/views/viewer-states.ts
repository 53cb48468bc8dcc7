import { LRUCache } from 'lru-cache';

import type { ViewerState } from '../../../../contract/src/calls/shapes.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findMarkersOf } from '../store/reactions.ts';

type Viewer = { readonly states: LRUCache<string, ViewerState>; version: number };

/** Viewers' marks on recently shown posts: read from the database once, then kept up to date by facts. */
export class ViewerStates {
  readonly #viewers = new LRUCache<string, Viewer>({ max: 5_000, ttl: 10 * 60_000, ttlResolution: 1_000 });
  readonly #db: Database;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    bus.onStale(
      'marks',
      ({ uids, postId, marks }, isOwn) => {
        for (const uid of uids) this.#replace(uid, postId, isOwn ? marks : null);
      },
      () => this.#viewers.clear(),
    );
  }

  // Marks of another process are null: a later change may have arrived before them, so they are read again.
  #replace(uid: string, postId: string, marks: Partial<ViewerState> | null): void {
    const viewer = this.#viewers.get(uid);
    if (!viewer) return;
    viewer.version++;
    const state = viewer.states.get(postId);
    if (marks === null) viewer.states.delete(postId);
    else if (state) viewer.states.set(postId, { ...state, ...marks });
  }

  async getMany(uid: string, postIds: readonly string[]): Promise<Map<string, ViewerState>> {
    const viewer = this.#viewer(uid);
    const found = new Map<string, ViewerState>();
    const missing: string[] = [];
    for (const id of postIds) {
      const state = viewer.states.get(id);
      if (state) found.set(id, state);
      else missing.push(id);
    }
    if (missing.length > 0) {
      for (const [id, state] of await this.#load(viewer, uid, missing)) found.set(id, state);
    }
    return found;
  }

  #viewer(uid: string): Viewer {
    let viewer = this.#viewers.get(uid);
    if (!viewer) {
      viewer = { states: new LRUCache({ max: 120 }), version: 0 };
      this.#viewers.set(uid, viewer);
    }
    return viewer;
  }

  async #load(viewer: Viewer, uid: string, ids: readonly string[]): Promise<Map<string, ViewerState>> {
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
    if (viewer.version === version) for (const [id, state] of states) viewer.states.set(id, state);
    return states;
  }
}
