import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { LinkPreviews } from '../../links/actions/link-previews.ts';
import { setLinkPreview } from '../../links/store/link-previews.ts';
import { findPostOwner } from '../store/posts.ts';

/** A failed fetch is not retried. */
export async function attachLinkPreview(
  { db, statement, linkPreviews }: Writes & { linkPreviews: LinkPreviews },
  { postId, link }: JobPayloads['attach-link-preview'],
): Promise<void> {
  const uid = await findPostOwner(db, postId);
  if (uid === null) return;
  const preview = await linkPreviews.find(link, { uid, signal: new AbortController().signal });
  if (!preview) return;
  await statement(async (db) => {
    if (await setLinkPreview(db, postId, link, preview)) db.fact({ type: 'post-edited', postId });
  });
}
