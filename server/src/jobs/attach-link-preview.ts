import type { LinkPreviews } from '../actions/link-previews.ts';
import type { Bus } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';
import type { JobPayloads } from '../store/jobs.ts';
import { setLinkPreview } from '../store/link-previews.ts';
import { findPostOwner } from '../store/posts.ts';

/** Gives a post what the page of its link says of itself. What cannot be had is not asked for again. */
export async function attachLinkPreview(
  { db, bus, linkPreviews }: { db: Pool; bus: Bus; linkPreviews: LinkPreviews },
  { postId, link }: JobPayloads['attach-link-preview'],
): Promise<void> {
  const uid = await findPostOwner(db, postId);
  if (uid === null) return;
  const preview = await linkPreviews.find(link, { uid, signal: new AbortController().signal });
  if (preview && (await setLinkPreview(db, postId, link, preview))) bus.emit('post-edited', { postId });
}
