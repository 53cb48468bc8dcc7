import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import type { DraftContent } from './draft.ts';

type DraftText = Pick<DraftContent, 'text' | 'link'>;

/** The content that another app shared (`title`, `text`, `url`) goes below the draft's own. */
export function withShared(draft: DraftText, share: URLSearchParams): DraftText {
  const [title, text, url] = ['title', 'text', 'url'].map((name) => share.get(name)?.trim() ?? '');
  // Many apps send the address as the text.
  const address = [url, text].find((word) => word !== undefined && normaliseLink(word) !== null) ?? '';
  const asLink = address !== '' && (draft.link === '' || draft.link === address);
  const words = [title, text, url].filter((word, place, all) => word && all.indexOf(word) === place);
  const addition = words.filter((word) => !(asLink && word === address)).join('\n');
  // Skips content that is already there, as after a reload.
  const isThere = addition === '' || paragraphs(draft.text).includes(paragraphs(addition));
  return {
    text: isThere ? draft.text : [draft.text, addition].filter((part) => part !== '').join('\n\n'),
    link: asLink ? address : draft.link,
  };
}

// Between blank lines, so that only whole paragraphs are found: 'Gol' is not part of 'Golazo'.
function paragraphs(text: string): string {
  return `\n\n${text.trim()}\n\n`;
}
