import type { ClubPattern } from './club-forms.ts';

type Look = { readonly pattern: ClubPattern; readonly colours: readonly string[] };

/** A part of a badge, on a square of 15 × 15 that is cut to a disc; later parts cover earlier ones. */
export type BadgeShape =
  | { readonly kind: 'fill'; readonly colour: string; readonly d: string }
  | { readonly kind: 'line'; readonly colour: string; readonly d: string; readonly strokeWidth: number };

export const badgeSide = 15;
const stripes = 5;
const stripe = badgeSide / stripes;
const third = badgeSide / 3;
const half = badgeSide / 2;

/** A third colour fills every third stripe, or the lowest third. */
export function badgeShapes({ pattern, colours }: Look): readonly BadgeShape[] {
  const [c1 = '', c2 = '', c3] = colours;
  const ground = area(c1, 0, 0, badgeSide, badgeSide);
  switch (pattern) {
    case 'liso':
      return [ground, line(c2, `M${half} 2.9a4.6 4.6 0 1 1-.01 0z`, 1.7)];
    case 'bastones':
      return stripeShapes(colours, (colour, i) => area(colour, i * stripe, 0, stripe, badgeSide));
    case 'aros':
      return stripeShapes(colours, (colour, i) => area(colour, 0, i * stripe, badgeSide, stripe));
    case 'franja':
      return [
        ground,
        area(c2, 0, third, badgeSide, third),
        ...(c3 === undefined ? [] : [area(c3, 0, 2 * third, badgeSide, third)]),
      ];
    case 'banda':
      return [ground, line(c2, `M0 0L${badgeSide} ${badgeSide}`, third)];
    case 'mitades':
      return [ground, area(c2, half, 0, half, badgeSide)];
    case 'v':
      return [ground, line(c2, `M1 2L${half} 11L${badgeSide - 1} 2`, 3)];
  }
}

function stripeShapes(
  colours: readonly string[],
  shape: (colour: string, i: number) => BadgeShape,
): readonly BadgeShape[] {
  return Array.from({ length: stripes }, (_, i) => shape(colours[i % colours.length] ?? '', i));
}

function area(colour: string, x: number, y: number, width: number, height: number): BadgeShape {
  return { kind: 'fill', colour, d: `M${x} ${y}h${width}v${height}h-${width}z` };
}

function line(colour: string, d: string, strokeWidth: number): BadgeShape {
  return { kind: 'line', colour, d, strokeWidth };
}
