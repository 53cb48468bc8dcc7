import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';

/** What a composer or a page says of a link. */
export type SaidPreview = { readonly [Field in keyof LinkPreview]?: LinkPreview[Field] | undefined };

/**
 * The preview that a new post keeps: what we read ourselves, else the texts that the composer sent. Its picture is
 * never taken: we would show a file of ours that nobody vouches for, or send readers to another site.
 */
export function acceptPreview(own: LinkPreview | null, sent: SaidPreview | undefined): LinkPreview | null {
  if (own !== null || sent === undefined) return own;
  const texts = previewTexts(sent);
  return texts.title === null && texts.description === null ? null : { ...texts, image: null };
}

/** The texts of a preview as stored: one line each, cleaned and cut; null for what is not there. */
export function previewTexts(said: SaidPreview): Omit<LinkPreview, 'image'> {
  return {
    title: line(said.title, limits.previewTitle),
    description: line(said.description, limits.previewDescription),
    site: line(said.site, limits.previewSite),
  };
}

// Cut generously before it is cleaned: cleaning a pile of marks without end would take long.
function line(text: string | null | undefined, max: number): string | null {
  return cutText(cleanLine(cutText(text ?? '', max * 4)), max).trim() || null;
}
