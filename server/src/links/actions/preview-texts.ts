import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';

export type RawPreview = { readonly [Field in keyof LinkPreview]?: LinkPreview[Field] | undefined };

/**
 * The preview stored with a new post: the one we fetched, else the texts from the composer. Its picture is never
 * used: it would be unverified, or would send readers to another site.
 */
export function acceptPreview(own: LinkPreview | null, sent: RawPreview | undefined): LinkPreview | null {
  if (own !== null || sent === undefined) return own;
  const texts = previewTexts(sent);
  return texts.title === null && texts.description === null ? null : { ...texts, image: null };
}

/** The texts of a preview as stored: one line each, cleaned and cut; null for missing ones. */
export function previewTexts(raw: RawPreview): Omit<LinkPreview, 'image'> {
  return {
    title: line(raw.title, limits.previewTitle),
    description: line(raw.description, limits.previewDescription),
    site: line(raw.site, limits.previewSite),
  };
}

// Cut roughly first: cleaning an endless run of combining marks would take long.
function line(text: string | null | undefined, max: number): string | null {
  return cutText(cleanLine(cutText(text ?? '', max * 4)), max).trim() || null;
}
