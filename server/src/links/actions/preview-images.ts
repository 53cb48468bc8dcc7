import { createHash } from 'node:crypto';

import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Limit, RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import { type FileStore, FilesUnavailable } from '../../platform/files/files.ts';
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

export const previewImageBytes = 5 * 1024 * 1024;

const side = 800;
/** Even a tiny picture counts this much: its row and file take room too. */
const minBytes = 16 * 1024;
/** Younger pictures may be about to be published. */
const protectedMs = 3_600_000;
/** A post that is being written may still show a picture whose row is gone. */
export const graceMs = 10 * 60_000;
const daySeconds = 24 * 3_600;

/** In bytes. `ofUser` is per day; `ofSite` counts pictures that no post shows. */
type Room = { ofUser: number; ofSite: number };
const defaultRoom: Room = { ofUser: limits.previewPictureBytesOfUser, ofSite: limits.previewPictureBytes };

export type PreviewImageParts = {
  db: Pool;
  files: FileStore;
  limiter: RateLimiter;
  now: () => Date;
  room?: Room;
};

/**
 * `admit` may refuse the picture by throwing.
 * @returns its key; null when it is not an image
 * @throws Overloaded when too many are waiting
 */
export async function storePreviewImage(
  files: FileStore,
  file: Uint8Array,
  admit?: (key: string, bytes: number, isNew: boolean) => Promise<void>,
): Promise<string | null> {
  const picture = await makePicture(file, { longest: side, quality: limits.imageQuality });
  if (!picture) return null;
  const key = `previews/${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)}.jpg`;
  // The key is a hash of the content, so an existing file is the same picture.
  const isNew = (await files.size(key)) === null;
  await admit?.(key, picture.bytes.length, isNew);
  if (isNew) await files.write(key, [picture.bytes]);
  return key;
}

export class PreviewImages {
  readonly #parts: PreviewImageParts;
  readonly #bound: number;
  readonly #perDay: readonly Limit[];
  readonly #onForget: (keys: ReadonlySet<string>) => void;
  #makingRoom: Promise<void> | null = null;

  /** `onForget` receives the keys of deleted pictures, whose pages must be fetched again. */
  constructor(parts: PreviewImageParts, onForget: (keys: ReadonlySet<string>) => void) {
    this.#parts = parts;
    const { ofUser, ofSite } = parts.room ?? defaultRoom;
    this.#bound = ofSite;
    this.#perDay = [{ max: ofUser, seconds: daySeconds }];
    this.#onForget = onForget;
  }

  /** @throws {Problem} resource-exhausted: the user has no room even for a tiny picture */
  async checkQuota(uid: string): Promise<void> {
    if ((await this.#parts.limiter.wait(dayOf(uid), this.#perDay, minBytes)) > 0)
      throw new Problem('resource-exhausted');
  }

  /**
   * @returns its key; null when it is not an image
   * @throws {Problem} resource-exhausted or unavailable: there is no room now
   */
  async store(uid: string, file: Uint8Array): Promise<string | null> {
    const { db, files, limiter, now } = this.#parts;
    return storePreviewImage(files, file, async (key, size, isNew) => {
      const bytes = Math.max(size, minBytes);
      if (isNew) {
        if ((await limiter.take(dayOf(uid), this.#perDay, bytes)) > 0)
          throw new Problem('resource-exhausted');
        await this.#ensureRoom(bytes);
      }
      await insertPreviewPicture(db, { key, bytes, at: now() });
    });
  }

  /** False also while the files are unavailable. */
  async isMissing(key: string): Promise<boolean> {
    try {
      return (await this.#parts.files.size(key)) === null;
    } catch (error) {
      if (!(error instanceof FilesUnavailable)) throw error;
      return false;
    }
  }

  async #ensureRoom(bytes: number): Promise<void> {
    const hasRoom = async () => (await sumPreviewPictures(this.#parts.db)) + bytes <= this.#bound;
    if (await hasRoom()) return;
    // More is freed than needed, so that not every new picture has to free some.
    this.#makingRoom ??= this.#shrinkTo(Math.min(this.#bound * 0.9, this.#bound - bytes)).finally(
      () => (this.#makingRoom = null),
    );
    await this.#makingRoom;
    if (!(await hasRoom())) throw new Problem('unavailable');
  }

  async #shrinkTo(target: number): Promise<void> {
    const { db, now } = this.#parts;
    for (;;) {
      let excess = (await sumPreviewPictures(db)) - target;
      const oldest = await findOldestPreviewPictures(db, new Date(now().getTime() - protectedMs));
      const keys: string[] = [];
      for (const { key, bytes } of oldest) {
        if (excess <= 0) break;
        excess -= bytes;
        keys.push(key);
      }
      if (keys.length === 0) return;
      await this.#deleteUnused(keys);
    }
  }

  // A job removes the files later, since a post with one may be about to be published.
  async #deleteUnused(keys: readonly string[]): Promise<void> {
    const { db, now } = this.#parts;
    const inPosts = await findPreviewImagesOfPosts(db, keys);
    const unusedKeys = keys.filter((key) => !inPosts.has(key));
    const runAt = new Date(now().getTime() + graceMs);
    await db.transaction(async (tx) => {
      await markPreviewPicturesShown(tx, [...inPosts]);
      await deletePreviewPictures(tx, unusedKeys);
      await deleteLinkPreviewsOf(tx, unusedKeys);
      if (unusedKeys.length > 0) await addJob(tx, 'remove-preview-pictures', { keys: unusedKeys }, { runAt });
    });
    this.#onForget(new Set(unusedKeys));
  }
}

const dayOf = (uid: string) => `preview pictures ${uid}`;
