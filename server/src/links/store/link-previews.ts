import { createHash } from 'node:crypto';

import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { deleteInBatches, removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** `found` is false when the page had no preview or the fetch failed. */
export type StoredPreview = {
  title: string | null;
  description: string | null;
  site: string | null;
  imageKey: string | null;
  found: boolean;
  fetchedAt: Date;
};

const find = statement(
  'find-link-preview',
  `SELECT title, description, site, image_key AS "imageKey", found, fetched_at AS "fetchedAt"
   FROM link_previews WHERE url_hash = $1`,
);

/** The result may have expired, or be a failure. */
export async function findStoredPreview(db: Database, url: string): Promise<StoredPreview | null> {
  return (await db.run<StoredPreview>(find, [hashOf(url)]))[0] ?? null;
}

export async function findLinkPreview(db: Database, url: string): Promise<LinkPreview | null> {
  const preview = await findStoredPreview(db, url);
  return preview?.found ? previewOf(preview) : null;
}

export function previewOf({
  title,
  description,
  site,
  imageKey,
}: Omit<StoredPreview, 'found' | 'fetchedAt'>): LinkPreview {
  return { title, description, image: imageKey === null ? null : addressOf(imageKey), site };
}

const save = statement(
  'save-link-preview',
  `INSERT INTO link_previews AS old (url_hash, title, description, site, image_key, found, fetched_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (url_hash) DO UPDATE SET title = $2, description = $3, site = $4, image_key = $5, found = $6, fetched_at = $7`,
);

export async function saveLinkPreview(db: Database, url: string, preview: StoredPreview): Promise<void> {
  const { title, description, site, imageKey, found, fetchedAt } = preview;
  await db.run(save, [hashOf(url), title, description, site, imageKey, found, fetchedAt]);
}

// One statement writes both copies, and only while the post still has that link.
const set = statement(
  'set-link-preview',
  `WITH post AS (
     UPDATE posts SET link_preview = $3 WHERE id = $1 AND link = $2 RETURNING id
   )
   UPDATE post_summaries SET link_preview = $3 WHERE id = $1 AND EXISTS (SELECT 1 FROM post) RETURNING id`,
);

export async function setLinkPreview(
  db: Database,
  postId: string,
  link: string,
  preview: LinkPreview,
): Promise<boolean> {
  return (await db.run(set, [postId, link, preview])).length === 1;
}

const removeOld = statement(
  'delete-link-previews',
  `DELETE FROM link_previews WHERE url_hash = ANY(ARRAY(
     SELECT url_hash FROM link_previews WHERE fetched_at < $1 LIMIT ${removalBatch})) RETURNING url_hash`,
);

export async function deleteLinkPreviews(db: Database, before: Date): Promise<void> {
  await deleteInBatches(db, removeOld, [before]);
}

const removeOf = statement(
  'delete-link-previews-of-images',
  'DELETE FROM link_previews WHERE image_key = ANY($1::text[])',
);

export async function deleteLinkPreviewsOf(db: Database, imageKeys: readonly string[]): Promise<void> {
  await db.run(removeOf, [imageKeys]);
}

const keysOfPages = statement(
  'find-preview-images-of-pages',
  'SELECT image_key AS key FROM link_previews WHERE image_key = ANY($1::text[])',
);
const keysOfPosts = statement(
  'find-preview-images-of-posts',
  `SELECT substr(link_preview ->> 'image', 8) AS key FROM posts
   WHERE link_preview ->> 'image' = ANY($1::text[])`,
);

export async function findUsedPreviewImages(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const ofPages = await db.run<{ key: string }>(keysOfPages, [keys]);
  return new Set([...ofPages.map(({ key }) => key), ...(await findPreviewImagesOfPosts(db, keys))]);
}

export async function findPreviewImagesOfPosts(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.run<{ key: string }>(keysOfPosts, [keys.map(addressOf)]);
  return new Set(rows.map(({ key }) => key));
}

function addressOf(key: string): string {
  return `/media/${key}`;
}

// URLs that differ only in the fragment are one page: the fragment is never sent.
function hashOf(url: string): Buffer {
  const address = new URL(url);
  address.hash = '';
  return createHash('sha256').update(address.href).digest();
}
