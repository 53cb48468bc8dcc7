import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { LinkPreview } from '../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import type { Database } from '../platform/database.ts';
import { type FileStore, FilesUnavailable } from '../platform/files.ts';
import { makePicture } from '../platform/images.ts';
import { type PageDescription, readDescription } from '../platform/page-description.ts';
import { SharedWork } from '../platform/shared-work.ts';
import { Slots, SlotsFull } from '../platform/slots.ts';
import { WebFailure } from '../platform/web-failure.ts';
import type { WebFetch } from '../platform/web-fetch.ts';
import { findStoredPreview, previewOf, saveLinkPreview, type StoredPreview } from '../store/link-previews.ts';
import { previewTexts } from './preview-texts.ts';

const hour = 3_600_000;
const foundLifeMs = 24 * hour;
const failedLifeMs = hour / 6;

/** Page and picture together. A little less than who asks has patience, so that a failure is still remembered. */
const fetchMs = 4_500;
const patienceMs = 5_000;

const pageBytes = 512 * 1024;
const imageBytes = 5 * 1024 * 1024;
const imageSide = 800;

type Parts = { db: Database; files: FileStore; web: WebFetch; now: () => Date };
type ReadPreview = Omit<StoredPreview, 'fetchedAt'>;
type Asker = { uid: string; signal: AbortSignal };

/** Previews of links: from memory, from the table, or from the web, where each page is fetched once for all who ask. */
export class LinkPreviews {
  readonly #parts: Parts;
  readonly #recent = new LRUCache<string, StoredPreview>({ max: 5_000 });
  readonly #fetches = new SharedWork<StoredPreview>();
  // Whoever has many slow links waits behind those, and holds up nobody else.
  readonly #users = new Slots({ running: 200, runningPerKey: 2, waiting: 400, waitingPerKey: 8 });

  constructor(parts: Parts) {
    this.#parts = parts;
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
          this.#fetches.run(link, patience, (abandoned) => this.#fetch(link, abandoned)),
        ),
      );
    } catch (error) {
      if (error === patience.reason || error instanceof SlotsFull || error instanceof WebFailure) return null;
      throw error;
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

  async #fetch(link: string, abandoned: AbortSignal): Promise<StoredPreview> {
    // Who had to wait for a turn may find what another asker's fetch has brought meanwhile.
    const known = await this.#known(link);
    if (known) return known;
    const page = await this.#readOrNothing(link, abandoned);
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

  async #readOrNothing(link: string, abandoned: AbortSignal): Promise<ReadPreview> {
    try {
      const page = await this.#read(link, AbortSignal.any([abandoned, AbortSignal.timeout(fetchMs)]));
      abandoned.throwIfAborted();
      return page;
    } catch (error) {
      // That we were busy, or that nobody waited any more, says nothing of the page.
      if (error instanceof WebFailure && error.reason !== 'busy' && !abandoned.aborted) return nothing;
      throw error;
    }
  }

  async #read(link: string, signal: AbortSignal): Promise<ReadPreview> {
    const page = await this.#parts.web.get(
      link,
      { accept: 'text/html,application/xhtml+xml;q=0.9', maxBytes: pageBytes, longer: 'cut', signal },
      async (answer) => ({ url: answer.url, said: await readDescription(answer) }),
    );
    if (!page.said) return nothing;
    const texts = previewTexts(page.said);
    const imageKey = await this.#image(page.said, page.url, signal);
    const found = texts.title !== null || texts.description !== null || imageKey !== null;
    return found ? { ...texts, imageKey, found } : nothing;
  }

  // A preview without its picture is still one.
  async #image({ image }: PageDescription, page: URL, signal: AbortSignal): Promise<string | null> {
    const address = image ? URL.parse(image, page.href)?.href : undefined;
    if (address === undefined || address.length > limits.linkLength) return null;
    try {
      return await this.#keepImage(address, signal);
    } catch (error) {
      if (error instanceof Problem) throw new WebFailure('busy', error);
      if (error instanceof FilesUnavailable) return null;
      if (error instanceof WebFailure && error.reason !== 'busy') return null;
      throw error;
    }
  }

  async #keepImage(address: string, signal: AbortSignal): Promise<string | null> {
    const request = { accept: 'image/webp,image/jpeg,image/png', maxBytes: imageBytes, signal };
    const file = await this.#parts.web.get(address, { ...request, longer: 'refused' }, ({ body }) =>
      joined(body),
    );
    const picture = await makePicture(file, { longest: imageSide });
    if (!picture) return null;
    const key = `previews/${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)}.jpg`;
    // A key names one content: when it is there, it is this one.
    const isKept = (await this.#parts.files.size(key)) !== null;
    if (!isKept) await this.#parts.files.write(key, [picture.bytes]);
    return key;
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
