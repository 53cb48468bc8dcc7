import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { LinkPreviews } from '../../links/actions/link-previews.ts';
import { setLinkPreview } from '../../links/store/link-previews.ts';
import { findPostOwner } from '../store/posts.ts';

/** Gives a post what the page of its link says of itself. What cannot be had is not asked for again. */
export async function attachLinkPreview(
  { db, statement, linkPreviews }: Writes & { linkPreviews: LinkPreviews },
  { postId, link }: JobPayloads['attach-link-preview'],
): Promise<void> {
  const uid = await findPostOwner(db, postId);
  if (uid === null) return;
  const preview = await linkPreviews.find(link, { uid, signal: new AbortController().signal });
  if (!preview) return;
  await statement(async (one) => {
    if (await setLinkPreview(one, postId, link, preview)) one.fact({ type: 'post-edited', postId });
  });
}
