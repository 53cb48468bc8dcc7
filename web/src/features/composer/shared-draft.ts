import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import type { DraftContent } from './draft.ts';

type DraftText = Pick<DraftContent, 'text' | 'link'>;

/** The content that another app shared (`title`, `text`, `url`) goes below the draft's own. */
export function withShared(draft: DraftText, share: URLSearchParams): DraftText {
  const [title, text, url] = ['title', 'text', 'url'].map((name) => share.get(name)?.trim() ?? '');
  // Many apps send the address as the text.
  const address = [url, text].find((word) => word !== undefined && normaliseLink(word) !== null) ?? '';
  const asLink = address !== '' && draft.link === '';
  const words = [title, text, url].filter((word, place, all) => word && all.indexOf(word) === place);
  const addition = words.filter((word) => !(asLink && word === address)).join('\n');
  // Skips content that is already there, as after a reload.
  const isThere = addition === '' || draft.text.includes(addition);
  return {
    text: isThere ? draft.text : [draft.text, addition].filter((part) => part !== '').join('\n\n'),
    link: asLink ? address : draft.link,
  };
}
