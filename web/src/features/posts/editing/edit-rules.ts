import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../../../contract/src/rules/links.ts';
import { filesIn } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { codePoints, isBlank } from '../../../../../contract/src/rules/text.ts';

/** `alts`: the descriptions of the files, in their order. */
export type PostEdit = { text: string; link: string; alts: readonly string[] };

/** Only what the user typed: an absent field follows the post. `alts` by the index of the file. */
export type EditInput = {
  readonly text?: string;
  readonly link?: string;
  readonly alts?: Readonly<Record<number, string>>;
};

type EditablePost = Pick<PostView, 'text' | 'link' | 'media' | 'attachments' | 'poll' | 'quoteOf'>;

export function startEdit(post: EditablePost): PostEdit {
  return { text: post.text, link: post.link ?? '', alts: altsOf(post) };
}

export function editOf(post: EditablePost, { text, link, alts }: EditInput): PostEdit {
  const edit = startEdit(post);
  return {
    text: text ?? edit.text,
    link: link ?? edit.link,
    alts: edit.alts.map((alt, n) => alts?.[n] ?? alt),
  };
}

export function isEdited(post: EditablePost, edit: PostEdit): boolean {
  const { text, link } = edit;
  return text.trim() !== post.text || link.trim() !== (post.link ?? '') || changedAlts(post, edit) !== null;
}

/** The descriptions as the server takes them; null when none has changed. */
export function changedAlts(post: EditablePost, { alts }: PostEdit): (string | null)[] | null {
  const before = altsOf(post);
  return alts.some((alt, n) => alt.trim() !== before[n]) ? alts.map((alt) => alt.trim() || null) : null;
}

function altsOf(post: EditablePost): string[] {
  return filesIn(post).map(({ alt }) => alt ?? '');
}

export function isLinkWrong({ link }: PostEdit): boolean {
  return link.trim() !== '' && normaliseLink(link) === null;
}

export function canSave(post: EditablePost, edit: PostEdit): boolean {
  const text = edit.text.trim();
  const remains = post.media !== null || post.poll !== null || post.quoteOf !== null;
  const link = normaliseLink(edit.link);
  return (
    codePoints(text) <= limits.postText && !isLinkWrong(edit) && (!isBlank(text) || link !== null || remains)
  );
}
