import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { normaliseLink } from '../../../../../contract/src/rules/links.ts';
import { command } from '../../../api/client.ts';
import { settlePost } from '../../../api/post-cache.ts';
import type { PostEdit } from './edit-rules.ts';

export async function saveEdit(postId: string, edit: PostEdit): Promise<void> {
  const input = { postId, text: edit.text.trim(), link: normaliseLink(edit.link) ?? '' };
  const { post } = await command('editPost', input);
  settlePost(postId, (confirmed) => withWordsOf(confirmed, post));
}

// For reactions made meanwhile the answer may be stale.
function withWordsOf(confirmed: PostView, { text, link, linkPreview, editedAt }: PostView): PostView {
  return { ...confirmed, text, link, linkPreview, editedAt };
}
