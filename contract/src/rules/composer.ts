import { normaliseLink } from './links.ts';
import { isBlank } from './text.ts';

/** `options` is null without a poll. */
export type Draft = {
  text: string;
  link: string;
  hasMedia: boolean;
  options: readonly string[] | null;
};

export function hasContent(draft: Draft): boolean {
  return (
    !isBlank(draft.text) ||
    normaliseLink(draft.link) !== null ||
    draft.hasMedia ||
    (draft.options !== null && draft.options.filter((o) => !isBlank(o)).length >= 2)
  );
}
