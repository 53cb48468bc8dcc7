import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Bus } from '../../kernel/bus.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import type { Contents } from './public-reads.ts';

export type KeptPage = {
  /** One character per byte (kernel/bytes.ts). */
  readonly bytes: string;
  readonly etag: string;
  /** Whether search engines may list the page. */
  readonly indexable: boolean;
};

export type MadePage = { text: string; indexable: boolean; shown: Contents };

type Making = { readonly page: Promise<KeptPage | null>; readonly stale: Set<string> };

const minute = 60_000;

/**
 * The pages for readers without an account, by address. A page is dropped when anything that it shows changes, so the
 * next request gets the change.
 */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage & { tags: readonly string[] }>;
  readonly #byTag = new Map<string, Set<string>>();
  #making = new Map<string, Making>();
  /** Pages that are being made, also those that new requests must not share any more. */
  readonly #unfinished = new Set<Making>();

  constructor(bus: Bus, { max = 2_000, maxBytes = 32 * 1024 * 1024 } = {}) {
    this.#pages = new LRUCache({
      max,
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes.length,
      // A page says how long a poll is open.
      ttl: minute,
      ttlResolution: 1_000,
      dispose: ({ tags }, address) => {
        for (const tag of tags) this.#untag(tag, address);
      },
    });
    const clear = () => this.#clear();
    bus.onStale('posts', (ids) => this.#drop(ids.map(ofPost)), clear);
    bus.onStale('counters', ({ postId }) => this.#drop([ofPost(postId)]), clear);
    bus.onStale('comments', (ids) => this.#drop(ids.map(ofPost)), clear);
    bus.onStale('profiles', (uids) => this.#drop(uids.map(ofPerson)), clear);
    bus.onStale('clubPosts', ({ club }) => this.#drop([ofClub(club)]), clear);
    // Colours and names of clubs are on most pages.
    bus.onStale('clubs', clear, clear);
  }

  get(address: string): KeptPage | undefined {
    return this.#pages.get(address);
  }

  /** Makes a page, once for all who wait for it, and keeps it. Null when there is none: that is not kept. */
  make(address: string, make: () => Promise<MadePage | null>): Promise<KeptPage | null> {
    const running = this.#making.get(address);
    if (running) return running.page;
    const stale = new Set<string>();
    const making: Making = { stale, page: this.#finish(address, make, stale) };
    this.#making.set(address, making);
    this.#unfinished.add(making);
    void this.#forget(address, making);
    return making.page;
  }

  async #forget(address: string, making: Making): Promise<void> {
    await Promise.allSettled([making.page]);
    this.#unfinished.delete(making);
    if (this.#making.get(address) === making) this.#making.delete(address);
  }

  async #finish(
    address: string,
    make: () => Promise<MadePage | null>,
    stale: ReadonlySet<string>,
  ): Promise<KeptPage | null> {
    const made = await make();
    if (made === null) return null;
    const bytes = bytesOf(made.text);
    const etag = `"${hash('sha256', made.text, 'base64url').slice(0, 22)}"`;
    const page = { bytes, etag, indexable: made.indexable };
    const { posts, people, club } = made.shown;
    const tags = [
      ...posts.map(ofPost),
      ...people.map(ofPerson),
      ...(club === undefined ? [] : [ofClub(club)]),
    ];
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

  // A page that was begun before the change is given to those who asked before it, and to nobody after it.
  #outdate(tags: readonly string[]): void {
    this.#making = new Map();
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
