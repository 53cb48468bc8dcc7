import type { Media } from '../../../../../contract/src/calls/shapes.ts';

/** Beyond these ratios a picture is cropped; the viewer shows it whole. */
const tallest = 9 / 16;
const widest = 3;
const narrowest = 240;

/** Known before the file loads; `maxWidth` is in px. */
export function mediaFrame({ width, height }: Pick<Media, 'width' | 'height'>): {
  ratio: number;
  maxWidth: number | null;
} {
  if (!width || !height) return { ratio: 16 / 9, maxWidth: null };
  return {
    ratio: Math.min(widest, Math.max(tallest, width / height)),
    maxWidth: Math.max(narrowest, width),
  };
}
