import type { PostBody } from '../../../../contract/src/calls/shapes.ts';
import { filesIn } from '../../../../contract/src/rules/looks/alt-text.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';

export type PostWithWords = {
  readonly fields: Pick<PostBody, 'text' | 'linkPreview' | 'media' | 'attachments' | 'warning'>;
  readonly poll: { readonly options: Readonly<Record<string, string>> } | null;
  words?: string;
};

/** The folded text that muted words are matched against. */
export function wordsOf(post: PostWithWords): string {
  if (post.words !== undefined) return post.words;
  const { text, linkPreview, warning } = post.fields;
  const { title = '', description = '', site = '' } = linkPreview ?? {};
  const options = post.poll ? Object.values(post.poll.options) : [];
  const alts = filesIn(post.fields).flatMap(({ alt }) => alt ?? []);
  const parts = [text, warning?.label, title, description, site, ...options, ...alts];
  // The separator is not whitespace, so no muted phrase matches across two parts.
  post.words = foldWords(parts.join('\u0001'));
  return post.words;
}
