import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import { root } from './steps.ts';

// Draws web/public/icons. Run it by hand after a change of the logo: node scripts/draw-icons.ts

const night = '#0d1520';
const logo = (await readFile(join(root, 'web/public/logo.svg'), 'utf8')).replace(
  /^<svg[^>]*>|<\/svg>\s*$/g,
  '',
);
const folder = join(root, 'web/public/icons');
await mkdir(folder, { recursive: true });

// Centred in a 32-unit square; the logo's board spans 0 to 30 vertically.
const scaledLogo = (scale: number, shapes = logo) =>
  `<g transform="translate(${16 - 16 * scale} ${16 - 15 * scale}) scale(${scale})">${shapes}</g>`;
const square = (radius: number) => `<rect width="32" height="32" rx="${radius}" fill="${night}"/>`;

// For a phone's status bar: the board with its two plates cut out, white on transparent.
const silhouette = `<path fill="#fff" fill-rule="evenodd" d="M5 3h22a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5h-2v5h-3v-5H10v5H7v-5H5a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 4v14h10V7zm12 0v14h10V7z"/><path fill="#fff" d="M8 10h4v8h-2v-6H8zM19 10h6v2h-2v6h-2v-6h-2z"/>`;

await draw('icon-192.png', 192, square(7) + scaledLogo(0.7));
await draw('icon-512.png', 512, square(7) + scaledLogo(0.7));
// Systems may crop maskable icons to the middle four fifths.
await draw('maskable-192.png', 192, square(0) + scaledLogo(0.54));
await draw('maskable-512.png', 512, square(0) + scaledLogo(0.54));
await draw('apple-touch-icon.png', 180, square(0) + scaledLogo(0.66));
await draw('badge-96.png', 96, scaledLogo(0.9, silhouette));

async function draw(name: string, size: number, content: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${content}</svg>`;
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(join(folder, name));
}
