import { limits } from '../../../contract/src/rules/limits.ts';

type Sources = { src: string; srcSet?: string; sizes?: string };

/**
 * Adds the smaller copies of an uploaded image.
 * @param sizes the width on screen, as in the attribute; a number is in px
 * @param width the width of the file in px, where it may be shown whole; a file hardly larger than the copies
 * gets none
 */
export function smallerPictures(src: string, sizes: number | string, width?: number | null): Sources {
  const widths = limits.pictureWidths;
  // Elsewhere (MEDIA_BASE_URL) there are no copies.
  const hasCopies = /^\/media\/.*\.jpg(?:\?|$)/.test(src);
  if (!hasCopies || width === null || (width !== undefined && width <= Math.max(...widths))) return { src };
  const copies = widths.map(
    (copyWidth) => `${src}${src.includes('?') ? '&' : '?'}w=${copyWidth} ${copyWidth}w`,
  );
  if (width !== undefined) copies.push(`${src} ${width}w`);
  return { src, srcSet: copies.join(', '), sizes: typeof sizes === 'number' ? `${sizes}px` : sizes };
}
