import { hash } from 'node:crypto';

import type { Bus } from '../../kernel/bus.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { detached } from '../../platform/concurrency/detached.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import type { Contents } from './public-reads.ts';

export type CachedPage = {
  /** One character per byte (kernel/bytes.ts). */
  readonly bytes: string;
  readonly etag: string;
  readonly indexable: boolean;
};

export type RenderedPage = { text: string; indexable: boolean; contents: Contents };

type PendingPage = { readonly page: Promise<CachedPage | null>; readonly stale: Set<string> };

const minute = 60_000;
const maxPages = 2_000;
const maxBytes = 32 * 1024 * 1024;

/**
 * Public pages by address. A page is dropped when anything on it changes, so the next request shows the
 * change.
 */
export class PageCache {
  readonly #pages: SieveCache<CachedPage & { tags: readonly string[] }>;
  readonly #byTag = new Map<string, Set<string>>();
  #pending = new Map<string, PendingPage>();
  /** These include pages that new requests must not share any more. */
  readonly #unfinished = new Set<PendingPage>();

  constructor(bus: Bus) {
    this.#pages = new SieveCache({
      max: maxBytes,
      sizeOf: ({ bytes }) => Math.max(bytes.length, maxBytes / maxPages),
      // Pages say how long a poll stays open, so they expire.
      ttl: minute,
      onLeave: (address, { tags }) => {
        for (const tag of tags) this.#untag(tag, address);
      },
    });
    const clear = () => this.#clear();
    bus.onStale('posts', (ids) => this.#drop(ids.map(ofPost)), clear);
    bus.onStale('counters', ({ postId }) => this.#drop([ofPost(postId)]), clear);
    bus.onStale('comments', (ids) => this.#drop(ids.map(ofPost)), clear);
    bus.onStale('profiles', (uids) => this.#drop(uids.map(ofPerson)), clear);
    bus.onStale('clubPosts', ({ club }) => this.#drop([ofClub(club)]), clear);
    // Club colours and names are on most pages.
    bus.onStale('clubs', clear, clear);
  }

  get(address: string): CachedPage | undefined {
    return this.#pages.get(address);
  }

  /** Concurrent requests share one rendering. A null page is not cached. */
  render(address: string, render: () => Promise<RenderedPage | null>): Promise<CachedPage | null> {
    const running = this.#pending.get(address);
    if (running) return running.page;
    const stale = new Set<string>();
    const pending: PendingPage = { stale, page: this.#finish(address, render, stale) };
    this.#pending.set(address, pending);
    this.#unfinished.add(pending);
    void this.#forget(address, pending);
    return pending.page;
  }

  async #forget(address: string, pending: PendingPage): Promise<void> {
    await Promise.allSettled([pending.page]);
    this.#unfinished.delete(pending);
    if (this.#pending.get(address) === pending) this.#pending.delete(address);
  }

  async #finish(
    address: string,
    render: () => Promise<RenderedPage | null>,
    stale: ReadonlySet<string>,
  ): Promise<CachedPage | null> {
    const content = await render();
    if (content === null) return null;
    const bytes = bytesOf(content.text);
    const etag = `"${hash('sha256', content.text, 'base64url').slice(0, 22)}"`;
    const page = { bytes, etag, indexable: content.indexable };
    const { posts, people, club } = content.contents;
    const tags = [
      ...posts.map(ofPost),
      ...people.map(ofPerson),
      ...(club === undefined ? [] : [ofClub(club)]),
    ].map(detached);
    if (stale.has(everything) || tags.some((tag) => stale.has(tag))) return page;
    this.#pages.set(address, { ...page, tags });
    for (const tag of tags) this.#byTag.set(tag, (this.#byTag.get(tag) ?? new Set()).add(address));
    return page;
  }

  #drop(tags: readonly string[]): void {
    for (const tag of tags) for (const address of this.#byTag.get(tag) ?? []) this.#pages.delete(address);
    this.#outdate(tags);
  }

  #clear(): void {
    this.#pages.clear();
    this.#outdate([everything]);
  }

  // A page whose rendering began before the change goes only to those who asked before the change.
  #outdate(tags: readonly string[]): void {
    this.#pending = new Map();
    for (const { stale } of this.#unfinished) for (const tag of tags) stale.add(tag);
  }

  #untag(tag: string, address: string): void {
    const addresses = this.#byTag.get(tag);
    addresses?.delete(address);
    if (addresses?.size === 0) this.#byTag.delete(tag);
  }
}

const everything = 'everything';
const ofPost = (id: string) => `post ${id}`;
const ofClub = (slug: string) => `club ${slug}`;
const ofPerson = (uid: string) => `person ${uid}`;
