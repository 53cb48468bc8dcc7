import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { badgeShapes, badgeSide } from '../../../../contract/src/rules/clubs/badge-shapes.ts';
import { readClubFile } from '../../../../server/src/clubs/actions/read-club-file.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const file = readClubFile(read('../../../../server/data/clubs.csv'));
// The clubs as if all colours were confirmed.
const confirmedClubs = readClubFile(read('../../../../server/data/clubs.csv').replaceAll(/;si$/gm, ';'));

/** The colour of the last shape that covers a point. Lines are followed roughly. */
function colourAt(shapes: ReturnType<typeof badgeShapes>, x: number, y: number): string | undefined {
  const areas = shapes.flatMap((shape) => {
    const [, left, top, width, height] = /^M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/.exec(shape.d) ?? [];
    if (shape.kind !== 'fill' || left === undefined) return [];
    const [l, t] = [Number(left), Number(top)];
    return x >= l && x < l + Number(width) && y >= t && y < t + Number(height) ? [shape.colour] : [];
  });
  return areas.at(-1);
}

test.each(confirmedClubs)(
  'the badge of $name has all its colours and leaves nothing of its square empty',
  (club) => {
    const shapes = badgeShapes(club);
    expect(new Set(shapes.map(({ colour }) => colour))).toEqual(new Set(club.colours));
    for (let x = 0.5; x < badgeSide; x++)
      for (let y = 0.5; y < badgeSide; y++) expect(colourAt(shapes, x, y)).toBeDefined();
  },
);

const shapesOf = (pattern: (typeof file)[number]['pattern'], colours = ['#1', '#2']) =>
  badgeShapes({ pattern, colours });
const across = (shapes: ReturnType<typeof badgeShapes>) =>
  [1, 4, 7, 10, 13].map((x) => colourAt(shapes, x, 7.5));
const down = (shapes: ReturnType<typeof badgeShapes>) =>
  [1, 4, 7, 10, 13].map((y) => colourAt(shapes, 7.5, y));

test('each pattern is drawn as it is described', () => {
  expect(across(shapesOf('bastones'))).toEqual(['#1', '#2', '#1', '#2', '#1']);
  expect(across(shapesOf('bastones', ['#1', '#2', '#3']))).toEqual(['#1', '#2', '#3', '#1', '#2']);
  expect(down(shapesOf('aros'))).toEqual(['#1', '#2', '#1', '#2', '#1']);
  expect(down(shapesOf('franja'))).toEqual(['#1', '#1', '#2', '#1', '#1']);
  expect(down(shapesOf('franja', ['#1', '#2', '#3']))).toEqual(['#1', '#1', '#2', '#3', '#3']);
  expect(across(shapesOf('mitades'))).toEqual(['#1', '#1', '#1', '#2', '#2']);
  for (const pattern of ['liso', 'banda', 'v'] as const) {
    const [ground, ...lines] = shapesOf(pattern);
    expect(ground).toMatchObject({ kind: 'fill', colour: '#1' });
    expect(lines).toMatchObject([{ kind: 'line', colour: '#2' }]);
  }
});

test('a club whose colours are not confirmed is grey', () => {
  const unconfirmedCount = read('../../../../server/data/clubs.csv').match(/;si$/gm)?.length;
  const grey = file.filter(({ colours }) => colours.join() === '#6B7280,#E5E7EB');
  expect([file.length, unconfirmedCount, grey.length]).toEqual([128, 56, 57]);
});

test.each(['noche', 'dia'])(
  'in %s a badge’s border stands out from every ground, whatever its colours',
  (theme) => {
    const tokens = tokensOf(theme);
    for (const ground of ['bg', 'surface', 'raised'])
      expect(contrast(tokens('field'), tokens(ground)), ground).toBeGreaterThanOrEqual(3);
    // The disc takes its border from that token, so no club's colours decide.
    expect(read('ClubBadge.module.css')).toContain('border: var(--hair) solid var(--field)');
  },
);

function tokensOf(theme: string): (name: string) => string {
  const css = read('../../styles/tokens.css');
  const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]+)\\}`).exec(css)?.[1] ?? '';
  const resolve = (name: string): string => {
    const find = (text: string) => new RegExp(`--${name}: ([^;]+);`).exec(text)?.[1];
    const value = find(block) ?? find(css) ?? '';
    const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    return other === undefined ? value : resolve(other);
  };
  return resolve;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const value = Number.parseInt(digits.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
