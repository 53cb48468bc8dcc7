import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { normaliseLink } from '../../../../../contract/src/rules/links.ts';
import { command } from '../../../api/client.ts';
import { settlePost } from '../../../api/post-cache.ts';
import type { PostEdit } from './edit-rules.ts';

export async function saveEdit(postId: string, edit: PostEdit): Promise<void> {
  const input = { postId, text: edit.text.trim(), link: normaliseLink(edit.link) ?? '' };
  const { post } = await command('editPost', input);
  settlePost(postId, (known) => withWordsOf(known, post));
}

// For reactions made meanwhile the answer may be stale.
function withWordsOf(known: PostView, { text, link, linkPreview, editedAt }: PostView): PostView {
  return { ...known, text, link, linkPreview, editedAt };
}
