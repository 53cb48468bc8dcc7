import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../../contract/src/rules/links.ts';
import { codePoints, isBlank } from '../../../../../contract/src/rules/text.ts';

export type PostEdit = { text: string; link: string };

type Edited = Pick<PostView, 'text' | 'link' | 'media' | 'poll' | 'quoteOf'>;

export function startEdit({ text, link }: Pick<PostView, 'text' | 'link'>): PostEdit {
  return { text, link: link ?? '' };
}

export function isEdited(post: Pick<PostView, 'text' | 'link'>, { text, link }: PostEdit): boolean {
  return text.trim() !== post.text || link.trim() !== (post.link ?? '');
}

export function isLinkWrong({ link }: PostEdit): boolean {
  return link.trim() !== '' && normaliseLink(link) === null;
}

export function canSave(post: Edited, edit: PostEdit): boolean {
  const text = edit.text.trim();
  const remains = post.media !== null || post.poll !== null || post.quoteOf !== null;
  const link = normaliseLink(edit.link);
  return (
    codePoints(text) <= limits.postText && !isLinkWrong(edit) && (!isBlank(text) || link !== null || remains)
  );
}
