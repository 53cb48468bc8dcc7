import { normaliseLink } from './links.ts';
import { isBlank } from './text.ts';

/** The content of a composer. `options` is null without a poll. */
export type Draft = {
  text: string;
  link: string;
  hasMedia: boolean;
  options: readonly string[] | null;
};

/** Whether the draft can be published: it has text, a link, a file, or a poll with two filled options. */
export function hasContent(draft: Draft): boolean {
  return (
    !isBlank(draft.text) ||
    normaliseLink(draft.link) !== null ||
    draft.hasMedia ||
    (draft.options !== null && draft.options.filter((o) => !isBlank(o)).length >= 2)
  );
}
