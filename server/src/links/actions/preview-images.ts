import { createHash } from 'node:crypto';

import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Limit, RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { makePicture } from '../../platform/files/images.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import { deleteLinkPreviewsOf, findPreviewImagesOfPosts } from '../store/link-previews.ts';
import {
  deletePreviewPictures,
  findOldestPreviewPictures,
  insertPreviewPicture,
  markPreviewPicturesShown,
  sumPreviewPictures,
} from '../store/preview-pictures.ts';

/** How large a file is taken for the picture of a link preview. */
export const previewImageBytes = 5 * 1024 * 1024;

const side = 800;
/** A small picture counts as much: its rows and its file take room too. */
const leastBytes = 16 * 1024;
/** Somebody may be about to publish a younger one. */
const untouchedMs = 3_600_000;
/** How long a post that is being written when its picture is forgotten can still be published with it. */
const graceMs = 10 * 60_000;
const daySeconds = 24 * 3_600;

/** How many bytes of pictures one user may cause in a day, and how many may be kept that no post shows. */
type Room = { ofUser: number; ofSite: number };
const usualRoom: Room = { ofUser: limits.previewPictureBytesOfUser, ofSite: limits.previewPictureBytes };

export type PreviewImageParts = {
  db: Pool;
  files: FileStore;
  limiter: RateLimiter;
  now: () => Date;
  /** Less in tests. */
  room?: Room;
};

/**
 * Keeps a picture of a page, made anew, if `admit` does not throw.
 * @returns its key; null when it is no picture
 * @throws Overloaded when too many wait already
 */
export async function keepPreviewImage(
  files: FileStore,
  file: Uint8Array,
  admit?: (key: string, bytes: number, isNew: boolean) => Promise<void>,
): Promise<string | null> {
  const picture = await makePicture(file, { longest: side, quality: limits.imageQuality });
  if (!picture) return null;
  const key = `previews/${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)}.jpg`;
  // A key names one content: when it is there, it is this one.
  const isNew = (await files.size(key)) === null;
  await admit?.(key, picture.bytes.length, isNew);
  if (isNew) await files.write(key, [picture.bytes]);
  return key;
}

/** The pictures of link previews: counted to whoever asks and to the site. */
export class PreviewImages {
  readonly #parts: PreviewImageParts;
  readonly #bound: number;
  readonly #perDay: readonly Limit[];
  readonly #onForget: (keys: ReadonlySet<string>) => void;
  #makingRoom: Promise<void> | null = null;

  /** `onForget` gets the keys whose pages are to be read again. */
  constructor(parts: PreviewImageParts, onForget: (keys: ReadonlySet<string>) => void) {
    this.#parts = parts;
    const { ofUser, ofSite } = parts.room ?? usualRoom;
    this.#bound = ofSite;
    this.#perDay = [{ max: ofUser, seconds: daySeconds }];
    this.#onForget = onForget;
  }

  /** Whether somebody has caused all the pictures of a day. */
  isUsedUp(uid: string): boolean {
    return this.#parts.limiter.wait(dayOf(uid), this.#perDay, leastBytes) > 0;
  }

  /**
   * Keeps a picture of a page for whoever asks.
   * @returns its key; null when it is no picture
   * @throws {Problem} resource-exhausted or unavailable: there is no room for it now
   */
  async keep(uid: string, file: Uint8Array): Promise<string | null> {
    const { db, files, limiter, now } = this.#parts;
    return keepPreviewImage(files, file, async (key, length, isNew) => {
      const bytes = Math.max(length, leastBytes);
      if (isNew) {
        if (limiter.take(dayOf(uid), this.#perDay, bytes) > 0) throw new Problem('resource-exhausted');
        await this.#needRoom(bytes);
      }
      await insertPreviewPicture(db, { key, bytes, at: now() });
    });
  }

  async #needRoom(bytes: number): Promise<void> {
    const isRoom = async () => (await sumPreviewPictures(this.#parts.db)) + bytes <= this.#bound;
    if (await isRoom()) return;
    // Some more than this one needs, so that not every picture has to make room for itself.
    this.#makingRoom ??= this.#shrinkTo(Math.min(this.#bound * 0.9, this.#bound - bytes)).finally(
      () => (this.#makingRoom = null),
    );
    await this.#makingRoom;
    if (!(await isRoom())) throw new Problem('unavailable');
  }

  async #shrinkTo(target: number): Promise<void> {
    const { db, now } = this.#parts;
    for (;;) {
      let tooMuch = (await sumPreviewPictures(db)) - target;
      const oldest = await findOldestPreviewPictures(db, new Date(now().getTime() - untouchedMs));
      const keys: string[] = [];
      for (const { key, bytes } of oldest) {
        if (tooMuch <= 0) break;
        tooMuch -= bytes;
        keys.push(key);
      }
      if (keys.length === 0) return;
      await this.#giveUp(keys);
    }
  }

  // The files go later: somebody may be publishing one at this moment.
  async #giveUp(keys: readonly string[]): Promise<void> {
    const { db, now } = this.#parts;
    const inPosts = await findPreviewImagesOfPosts(db, keys);
    const unused = keys.filter((key) => !inPosts.has(key));
    const runAt = new Date(now().getTime() + graceMs);
    await db.transaction(async (tx) => {
      await markPreviewPicturesShown(tx, [...inPosts]);
      await deletePreviewPictures(tx, unused);
      await deleteLinkPreviewsOf(tx, unused);
      if (unused.length > 0) await addJob(tx, 'remove-preview-pictures', { keys: unused }, { runAt });
    });
    this.#onForget(new Set(unused));
  }
}

const dayOf = (uid: string) => `preview pictures ${uid}`;
