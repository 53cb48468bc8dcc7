import { LRUCache } from 'lru-cache';

import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { Overloaded } from '../../platform/concurrency/gate.ts';
import { SharedWork } from '../../platform/concurrency/shared-work.ts';
import { Slots, SlotsFull } from '../../platform/concurrency/slots.ts';
import { FilesUnavailable } from '../../platform/files/files.ts';
import { readDescription } from '../../platform/outbound/page-description.ts';
import { WebFailure } from '../../platform/outbound/web-failure.ts';
import type { WebFetch } from '../../platform/outbound/web-fetch.ts';
import { findStoredPreview, previewOf, saveLinkPreview, type StoredPreview } from '../store/link-previews.ts';
import { type PreviewImageParts, PreviewImages, previewImageBytes } from './preview-images.ts';
import { previewTexts } from './preview-texts.ts';

const hour = 3_600_000;
const foundLifeMs = 24 * hour;
const failedLifeMs = hour / 6;

/** For page and picture together; a little less than who asks has patience, so that a failure is still remembered. */
const fetchMs = 4_500;
const patienceMs = 5_000;

const pageBytes = 512 * 1024;
/** With less time left, a picture is not begun. */
const leastImageMs = 200;

type Parts = PreviewImageParts & { web: WebFetch };
type ReadPreview = Omit<StoredPreview, 'fetchedAt'>;
type Asker = { uid: string; signal: AbortSignal };

/** Previews of links: from memory, from the table, or from the web, where each page is fetched once for all who ask. */
export class LinkPreviews {
  readonly #parts: Parts;
  readonly #recent = new LRUCache<string, StoredPreview>({ max: 5_000 });
  readonly #fetches = new SharedWork<StoredPreview>();
  readonly #images: PreviewImages;
  // Whoever has many slow links waits behind those: of the requests that the site makes at once, each user has one.
  readonly #users = new Slots({ running: 200, runningPerKey: 1, waiting: 400, waitingPerKey: 16 });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#images = new PreviewImages(parts, (keys) => this.#forget(keys));
  }

  /**
   * What the page at a link says of itself; null when it says nothing or cannot be had within five seconds.
   * `link` is one that normaliseLink gave.
   */
  async find(link: string, { uid, signal }: Asker): Promise<LinkPreview | null> {
    const known = await this.#known(link);
    if (known) return shown(known);
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    try {
      return shown(
        await this.#users.run(uid, patience, () =>
          this.#fetches.run(link, patience, (abandoned) => this.#fetch(link, uid, abandoned)),
        ),
      );
    } catch (error) {
      if (error === patience.reason || error instanceof SlotsFull || error instanceof WebFailure) return null;
      throw error;
    }
  }

  #forget(imageKeys: ReadonlySet<string>): void {
    for (const [link, { imageKey }] of this.#recent.entries()) {
      if (imageKey !== null && imageKeys.has(imageKey)) this.#recent.delete(link);
    }
  }

  async #known(link: string): Promise<StoredPreview | null> {
    const recent = this.#recent.get(link);
    if (recent && this.#isFresh(recent)) return recent;
    const stored = await findStoredPreview(this.#parts.db, link);
    if (!stored || !this.#isFresh(stored)) return null;
    this.#recent.set(link, stored);
    return stored;
  }

  #isFresh({ found, fetchedAt }: StoredPreview): boolean {
    return this.#parts.now().getTime() - fetchedAt.getTime() < (found ? foundLifeMs : failedLifeMs);
  }

  async #fetch(link: string, uid: string, abandoned: AbortSignal): Promise<StoredPreview> {
    // Who had to wait for a turn may find what another asker's fetch has brought meanwhile.
    const known = await this.#known(link);
    if (known) return known;
    const page = await this.#readOrNothing(link, uid, abandoned);
    const { db, now } = this.#parts;
    const before = page.found ? null : await findStoredPreview(db, link);
    if (before?.found) {
      // It was there once: that is shown on, and the page is asked again as soon as after any failure.
      const kept = { ...before, fetchedAt: new Date(now().getTime() - foundLifeMs + failedLifeMs) };
      this.#recent.set(link, kept);
      return kept;
    }
    const stored = { ...page, fetchedAt: now() };
    await saveLinkPreview(db, link, stored);
    this.#recent.set(link, stored);
    return stored;
  }

  async #readOrNothing(link: string, uid: string, abandoned: AbortSignal): Promise<ReadPreview> {
    try {
      const page = await this.#read(link, uid, abandoned);
      abandoned.throwIfAborted();
      return page;
    } catch (error) {
      // That we were busy, or that nobody waited any more, says nothing of the page.
      const isOfPage = error instanceof WebFailure && error.reason !== 'busy' && !abandoned.aborted;
      if (isOfPage) return nothing;
      throw error;
    }
  }

  async #read(link: string, uid: string, signal: AbortSignal): Promise<ReadPreview> {
    const started = performance.now();
    const accept = 'text/html,application/xhtml+xml;q=0.9';
    const request = { accept, maxBytes: pageBytes, longer: 'cut', timeoutMs: fetchMs, signal } as const;
    const page = await this.#parts.web.get(link, request, async (answer) => ({
      url: answer.url,
      said: await readDescription(answer),
    }));
    if (!page.said) return nothing;
    const texts = previewTexts(page.said);
    const image = page.said.image ? URL.parse(page.said.image, page.url.href)?.href : undefined;
    const leftMs = fetchMs - (performance.now() - started);
    const imageKey = image === undefined ? null : await this.#keepImage(image, uid, leftMs, signal);
    const found = texts.title !== null || texts.description !== null || imageKey !== null;
    return found ? { ...texts, imageKey, found } : nothing;
  }

  // A preview without its picture is still one.
  async #keepImage(
    address: string,
    uid: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (address.length > limits.linkLength || timeoutMs < leastImageMs) return null;
    // That somebody has had their share says nothing of the page: for others it is read.
    if (this.#images.isUsedUp(uid)) throw new WebFailure('busy');
    const accept = 'image/webp,image/jpeg,image/png';
    const request = { accept, maxBytes: previewImageBytes, longer: 'refused', timeoutMs, signal } as const;
    try {
      const file = await this.#parts.web.get(address, request, ({ body }) => joined(body));
      return await this.#images.keep(uid, file);
    } catch (error) {
      if (error instanceof Problem || error instanceof Overloaded) throw new WebFailure('busy', error);
      if (error instanceof FilesUnavailable) return null;
      if (error instanceof WebFailure && error.reason !== 'busy') return null;
      throw error;
    }
  }
}

const nothing: ReadPreview = { title: null, description: null, site: null, imageKey: null, found: false };

function shown(preview: StoredPreview): LinkPreview | null {
  return preview.found ? previewOf(preview) : null;
}

async function joined(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
