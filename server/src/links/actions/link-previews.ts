import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { Overloaded } from '../../platform/concurrency/gate.ts';
import { SharedWork } from '../../platform/concurrency/shared-work.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import { Slots, SlotsFull } from '../../platform/concurrency/slots.ts';
import { FilesUnavailable } from '../../platform/files/files.ts';
import { readDescription } from '../../platform/outbound/page-description.ts';
import { WebFailure } from '../../platform/outbound/web-failure.ts';
import type { WebFetch } from '../../platform/outbound/web-fetch.ts';
import {
  deleteLinkPreviewsOf,
  findStoredPreview,
  previewOf,
  saveLinkPreview,
  type StoredPreview,
} from '../store/link-previews.ts';
import { graceMs, type PreviewImageParts, PreviewImages, previewImageBytes } from './preview-images.ts';
import { previewTexts } from './preview-texts.ts';

const hour = 3_600_000;
const foundLifeMs = 24 * hour;
const failedLifeMs = hour / 6;
/** Another process may have deleted the preview: this memory must end well before the picture's file does. */
const recentMs = graceMs / 3;

/** Page and picture share this time. It is below `findTimeoutMs`, so that a failure is still stored. */
const fetchMs = 4_500;
const findTimeoutMs = 5_000;

const pageBytes = 512 * 1024;
const minImageTimeMs = 200;

type Parts = PreviewImageParts & { web: WebFetch };
type ReadPreview = Omit<StoredPreview, 'fetchedAt'>;
type Requester = { uid: string; signal: AbortSignal };

/** Previews come from memory, the table or the web. Concurrent requests for one page share a fetch. */
export class LinkPreviews {
  readonly #parts: Parts;
  readonly #recent: SieveCache<StoredPreview>;
  readonly #fetches = new SharedWork<StoredPreview>();
  readonly #images: PreviewImages;
  // A user gets one fetch at a time, so that slow links cannot use up all fetches of the site.
  readonly #users = new Slots({ running: 200, runningPerKey: 1, waiting: 400, waitingPerKey: 16 });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#recent = new SieveCache({ max: 5_000, ttl: recentMs, clock: () => parts.now().getTime() });
    this.#images = new PreviewImages(parts, (keys) => this.#forget(keys));
  }

  /** Null when there is no preview within five seconds. `link` must come from normaliseLink. */
  async find(link: string, { uid, signal }: Requester): Promise<LinkPreview | null> {
    const cached = await this.#findFresh(link);
    if (cached) return shownPreview(cached);
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(findTimeoutMs)]);
    try {
      return shownPreview(await this.#users.run(uid, timeout, () => this.#shareFetch(link, uid, timeout)));
    } catch (error) {
      if (error === timeout.reason || error instanceof SlotsFull || error instanceof WebFailure) return null;
      throw error;
    }
  }

  #forget(imageKeys: ReadonlySet<string>): void {
    for (const [link, { imageKey }] of this.#recent.entries()) {
      if (imageKey !== null && imageKeys.has(imageKey)) this.#recent.delete(link);
    }
  }

  async #findFresh(link: string): Promise<StoredPreview | null> {
    const recent = this.#recent.get(link);
    if (recent && this.#isFresh(recent)) return recent;
    const preview = await findStoredPreview(this.#parts.db, link);
    if (!preview || !this.#isFresh(preview)) return null;
    this.#recent.set(link, preview);
    return preview;
  }

  #isFresh({ found, fetchedAt }: StoredPreview): boolean {
    return this.#parts.now().getTime() - fetchedAt.getTime() < (found ? foundLifeMs : failedLifeMs);
  }

  async #shareFetch(link: string, uid: string, signal: AbortSignal): Promise<StoredPreview> {
    for (let isOwn = false; ;) {
      try {
        return await this.#fetches.run(link, signal, (fetchSignal) => {
          isOwn = true;
          return this.#fetch(link, uid, fetchSignal);
        });
      } catch (error) {
        // Another user's exhausted quota says nothing about the page: the user's own fetch decides.
        if (isOwn || !isQuotaRefusal(error)) throw error;
      }
    }
  }

  async #fetch(link: string, uid: string, signal: AbortSignal): Promise<StoredPreview> {
    // Another user's fetch may have finished while this one waited for its turn.
    const cached = await this.#findFresh(link);
    if (cached) return cached;
    const page = await this.#readOrFailed(link, uid, signal);
    const { db, now } = this.#parts;
    const before = page.found ? null : await findStoredPreview(db, link);
    // An earlier preview stays, and the page is retried as soon as after any failure.
    const preview = before?.found
      ? { ...before, fetchedAt: new Date(now().getTime() - foundLifeMs + failedLifeMs) }
      : { ...page, fetchedAt: now() };
    await saveLinkPreview(db, link, preview);
    // The picture may have been deleted before this row protected it.
    if (page.imageKey !== null && (await this.#images.isMissing(page.imageKey))) {
      await deleteLinkPreviewsOf(db, [page.imageKey]);
      throw new WebFailure('busy');
    }
    this.#recent.set(link, preview);
    return preview;
  }

  async #readOrFailed(link: string, uid: string, signal: AbortSignal): Promise<ReadPreview> {
    try {
      const page = await this.#read(link, uid, signal);
      signal.throwIfAborted();
      return page;
    } catch (error) {
      // An overload, or an abort because all callers left, says nothing about the page.
      const isPageFailure = error instanceof WebFailure && error.reason !== 'busy' && !signal.aborted;
      if (isPageFailure) return nothing;
      throw error;
    }
  }

  async #read(link: string, uid: string, signal: AbortSignal): Promise<ReadPreview> {
    const startMs = performance.now();
    const accept = 'text/html,application/xhtml+xml;q=0.9';
    const request = { accept, maxBytes: pageBytes, longer: 'cut', timeoutMs: fetchMs, signal } as const;
    const page = await this.#parts.web.get(link, request, async (answer) => ({
      url: answer.url,
      description: await readDescription(answer),
    }));
    if (!page.description) return nothing;
    const texts = previewTexts(page.description);
    const image = page.description.image ? URL.parse(page.description.image, page.url.href)?.href : undefined;
    const leftMs = fetchMs - (performance.now() - startMs);
    const imageKey = image === undefined ? null : await this.#storeImage(image, uid, leftMs, signal);
    const found = texts.title !== null || texts.description !== null || imageKey !== null;
    return found ? { ...texts, imageKey, found } : nothing;
  }

  // A preview is valid without its picture.
  async #storeImage(
    address: string,
    uid: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (address.length > limits.linkLength || timeoutMs < minImageTimeMs) return null;
    const accept = 'image/webp,image/jpeg,image/png';
    const request = { accept, maxBytes: previewImageBytes, longer: 'refused', timeoutMs, signal } as const;
    try {
      await this.#images.checkQuota(uid);
      const file = await this.#parts.web.get(address, request, ({ body }) => readAll(body));
      return await this.#images.store(uid, file);
    } catch (error) {
      if (error instanceof Problem || error instanceof Overloaded) throw new WebFailure('busy', error);
      if (error instanceof FilesUnavailable) return null;
      if (error instanceof WebFailure && error.reason !== 'busy') return null;
      throw error;
    }
  }
}

const nothing: ReadPreview = { title: null, description: null, site: null, imageKey: null, found: false };

function shownPreview(preview: StoredPreview): LinkPreview | null {
  return preview.found ? previewOf(preview) : null;
}

function isQuotaRefusal(error: unknown): boolean {
  return (
    error instanceof WebFailure && error.cause instanceof Problem && error.cause.code === 'resource-exhausted'
  );
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
