import { limits } from '../../../contract/src/rules/limits.ts';

type Sources = { src: string; srcSet?: string; sizes?: string };

/**
 * The attributes of an image, with the smaller copies of one that was uploaded to this site.
 * @param sizes the width at which it is shown, as in the attribute; a number is in px
 * @param width the width of the file in px, where it may be shown whole
 */
export function smallerPictures(src: string, sizes: number | string, width = 0): Sources {
  // Elsewhere (MEDIA_BASE_URL) there are only the files themselves.
  if (!/^\/media\/.*\.jpg(?:\?|$)/.test(src)) return { src };
  const widths = limits.pictureWidths.filter((each) => width === 0 || each < width);
  const copies = widths.map((each) => `${src}${src.includes('?') ? '&' : '?'}w=${each} ${each}w`);
  if (width > 0) copies.push(`${src} ${width}w`);
  return {
    src,
    srcSet: copies.join(', '),
    sizes: typeof sizes === 'number' ? `${sizes}px` : sizes,
  };
}
