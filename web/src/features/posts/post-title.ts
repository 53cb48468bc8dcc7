import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { codePoints, cutText } from '../../../../contract/src/rules/text.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';

const titleText = 50;

/** At most 50 characters of the text, in whole words. */
export function postTitle(post: Pick<PostView, 'authorName' | 'text' | 'warning'>): string {
  const { authorName, text } = outsideCover(post);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return `Publicación de ${authorName}`;
  return `${authorName}: «${shorten(line)}»`;
}

function shorten(line: string): string {
  if (codePoints(line) <= titleText) return line;
  const end = cutText(line, titleText + 1).lastIndexOf(' ');
  return `${end > 0 ? line.slice(0, end) : cutGraphemes(line, titleText)}…`;
}
