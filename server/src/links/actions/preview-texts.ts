import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';

export type RawPreview = { readonly [Field in keyof LinkPreview]?: LinkPreview[Field] | undefined };

/**
 * Our own preview wins over the composer's texts. The composer's picture is never used: it is unverified, and
 * could send readers to another site.
 */
export function acceptPreview(
  own: LinkPreview | null,
  composerPreview: RawPreview | undefined,
): LinkPreview | null {
  if (own !== null || composerPreview === undefined) return own;
  const texts = previewTexts(composerPreview);
  return texts.title === null && texts.description === null ? null : { ...texts, image: null };
}

export function previewTexts(raw: RawPreview): Omit<LinkPreview, 'image'> {
  return {
    title: line(raw.title, limits.previewTitle),
    description: line(raw.description, limits.previewDescription),
    site: line(raw.site, limits.previewSite),
  };
}

// The first cut is rough: cleaning an endless run of combining marks is slow.
function line(text: string | null | undefined, max: number): string | null {
  return cutGraphemes(cleanLine(cutText(text ?? '', max * 4)), max).trim() || null;
}
