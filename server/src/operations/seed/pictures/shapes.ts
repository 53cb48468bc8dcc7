import type { Random } from '../random.ts';

/** The colours of no club in particular. */
export type Palette = {
  readonly main: string;
  readonly second: string;
  readonly dark: string;
  readonly sky: string;
};

export const palettes: readonly Palette[] = [
  { main: '#2f6db3', second: '#f4f1e6', dark: '#14243a', sky: '#9cc4e4' },
  { main: '#b8452f', second: '#f3e3c3', dark: '#2b1712', sky: '#f0b27a' },
  { main: '#2f8f5b', second: '#eef5e9', dark: '#10281c', sky: '#b9dfd0' },
  { main: '#7a4fa3', second: '#f2ecf7', dark: '#231832', sky: '#d9b8d6' },
];

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`;

export const repeat = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');

export function svg(width: number, height: number, ...parts: readonly string[]): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
}

export function sky(width: number, height: number, from: string, to: string): string {
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const gradient = `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
  return `<defs>${gradient}</defs>${rect(0, 0, width, height, 'url(#sky)')}`;
}

export function crowd(
  random: Random,
  area: { width: number; top: number; bottom: number },
  colours: readonly string[],
): string {
  let circles = '';
  for (let y = area.top; y < area.bottom;) {
    const size = 7 + (14 * (y - area.top)) / (area.bottom - area.top);
    for (let x = random.below(20); x < area.width + size; x += size * 2.3) {
      const [dx, dy] = [random.between(-4, 4), random.between(-4, 4)];
      circles += circle(x + dx, y + dy, size, random.pick(colours));
    }
    y += size * 1.7;
  }
  return circles;
}

// Per digit: top, upper left, upper right, middle, lower left, lower right, bottom.
const litSegments = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
];
const strokes = [
  [10, 0, 60, 12],
  [0, 10, 12, 60],
  [68, 10, 12, 60],
  [10, 66, 60, 12],
  [0, 76, 12, 60],
  [68, 76, 12, 60],
  [10, 132, 60, 12],
] as const;

/** Seven segments: text would need a font. */
export function digit(value: number, x: number, y: number, scale: number, on: string, off: string): string {
  const segments = litSegments[value] ?? litSegments[8] ?? '';
  const bars = strokes.map(([dx, dy, width, height], i) =>
    rect(dx, dy, width, height, segments[i] === '1' ? on : off, 'rx="5"'),
  );
  return `<g transform="translate(${x} ${y}) scale(${scale})">${bars.join('')}</g>`;
}

export function ball(x: number, y: number, r: number): string {
  const corner = (angle: number, far: number) => {
    const radians = (angle * Math.PI) / 180;
    return `${(x + far * Math.cos(radians)).toFixed(1)} ${(y + far * Math.sin(radians)).toFixed(1)}`;
  };
  const five = (at: (i: number) => string) => `M${[0, 1, 2, 3, 4].map(at).join('L')}Z`;
  const inner = five((i) => corner(i * 72 - 90, r * 0.34));
  const outer = repeat(5, (i) => {
    const angle = i * 72 - 54;
    const patch = `M${corner(angle - 14, r * 0.98)}L${corner(angle, r * 0.68)}L${corner(angle + 14, r * 0.98)}Z`;
    const seam = `M${corner(i * 72 - 90, r * 0.34)}L${corner(i * 72 - 90, r * 0.74)}`;
    return path(patch, '#1c1c1c') + line(seam, '#1c1c1c', r * 0.03);
  });
  return (
    circle(x, y, r, '#f5f3ec', `stroke="#1c1c1c" stroke-width="${r * 0.04}"`) + path(inner, '#1c1c1c') + outer
  );
}
