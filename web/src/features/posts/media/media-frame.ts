import type { Media } from '../../../../../contract/src/calls/shapes.ts';

/** Beyond these a picture would be a strip: it is cut to them, and whole in the viewer. */
const tallest = 9 / 16;
const widest = 3;
/** A small picture is drawn this wide at least, to be seen and hit. In CSS pixels. */
const narrowest = 240;

/** The place of a picture or video before it is there: its proportion, and how wide it is drawn at most (px). */
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
