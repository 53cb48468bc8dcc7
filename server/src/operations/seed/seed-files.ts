import { hash } from 'node:crypto';

import type { FileStore } from '../../platform/files/files.ts';
import type { Picture } from '../../platform/files/images.ts';
import { avatarUrl, storedAvatarKey } from '../../platform/files/media-keys.ts';
import { attachmentOf, type StoredAttachment } from '../../posts/store/attachments.ts';
import type { BulkUpload } from '../store/bulk/uploads.ts';
import type { SeededPicture } from './extras.ts';
import type { Person } from './people.ts';
import { drawPortraits, drawScenes } from './pictures/draw.ts';
import type { SceneName } from './pictures/scenes.ts';

type Owner = { id: string; ownerUid: string; at: Date };
type StoredPicture = { file: StoredAttachment; upload: BulkUpload };

/** `urls` are avatar URLs by uid. */
export type Portraits = { urls: Map<string, string>; uploads: BulkUpload[] };

const withPortrait = 60;

export class SeededPictures {
  readonly #files: FileStore;
  readonly #scenes: Record<SceneName, Picture[]>;

  private constructor(files: FileStore, scenes: Record<SceneName, Picture[]>) {
    this.#files = files;
    this.#scenes = scenes;
  }

  static async draw(files: FileStore, seed: number): Promise<SeededPictures> {
    return new SeededPictures(files, await drawScenes(seed));
  }

  store(owner: Owner, pictures: readonly SeededPicture[]): Promise<StoredPicture[]> {
    return Promise.all(pictures.map((picture, i) => this.#store(owner, picture, i)));
  }

  async #store(
    { id, ownerUid, at }: Owner,
    { scene, variant, alt }: SeededPicture,
    i: number,
  ): Promise<StoredPicture> {
    const picture = this.#scenes[scene][variant];
    if (!picture) throw new RangeError(`There is no such picture of ${scene}`);
    // The format of an upload's key, but reproducible from the seed.
    const key = `users/${ownerUid}/posts/${at.getTime() + i}_${hash('md5', id)}.jpg`;
    await this.#files.write(key, [picture.bytes]);
    const { width, height, color } = picture;
    const about = { key, type: 'image' as const, width, height, color };
    const upload = {
      ...about,
      ownerUid,
      purpose: 'post' as const,
      version: null,
      bytes: picture.bytes.length,
      at,
    };
    return { file: attachmentOf(about, alt), upload };
  }
}

export async function storePortraits(
  files: FileStore,
  people: readonly Person[],
  seed: number,
): Promise<Portraits> {
  const pictured = people.slice(0, withPortrait);
  const portraits = await drawPortraits(seed, pictured.length);
  const urls = new Map<string, string>();
  const uploads: BulkUpload[] = [];
  for (const [i, { uid, createdAt }] of pictured.entries()) {
    const portrait = portraits[i];
    if (!portrait) continue;
    const at = new Date(createdAt);
    const version = hash('md5', uid).slice(0, 16);
    const key = storedAvatarKey(uid, version);
    await files.write(key, [portrait.bytes]);
    const { width, height, color, bytes } = portrait;
    const about = { type: 'image' as const, width, height, color, bytes: bytes.length };
    uploads.push({ key, ownerUid: uid, purpose: 'avatar', version, at, ...about });
    urls.set(uid, avatarUrl(uid, version));
  }
  return { urls, uploads };
}
