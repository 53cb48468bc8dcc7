import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { normaliseLink } from '../../../../../contract/src/rules/links.ts';
import { command } from '../../../api/client.ts';
import { settlePost, withContentOf } from '../../../api/post-cache.ts';
import { changedAlts, type PostEdit } from './edit-rules.ts';

export async function saveEdit(before: PostView, edit: PostEdit): Promise<void> {
  const postId = before.id;
  const alts = changedAlts(before, edit);
  const input = {
    postId,
    text: edit.text.trim(),
    link: normaliseLink(edit.link) ?? '',
    ...(alts && { alts }),
  };
  const { post } = await command('editPost', input);
  // Only the content: for reactions made meanwhile the answer may be stale.
  settlePost(postId, (confirmed) => withContentOf(confirmed, post));
}
