import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { hueOf, initialsOf } from './initials.ts';

const tokens = readFileSync(new URL('../../../../web/src/styles/tokens.css', import.meta.url), 'utf8');

test('initials are those of the first and the last word', () => {
  expect(initialsOf('Nadia Arias')).toBe('NA');
  expect(initialsOf('vasco')).toBe('V');
  expect(initialsOf('  La Voz del Estadio ')).toBe('LE');
  expect(initialsOf('«El Ñato» (10)')).toBe('E1');
  expect(initialsOf('🔥 Juan')).toBe('J');
  expect(initialsOf('🔥🔥')).toBe('🔥');
  expect(initialsOf('')).toBe('');
});

test('initials are whole characters', () => {
  expect(initialsOf('🇦🇷 🇦🇷')).toBe('🇦🇷');
  expect(initialsOf('👨‍👩‍👧')).toBe('👨‍👩‍👧');
  expect(initialsOf('❤️')).toBe('❤️');
  expect(initialsOf('🇦🇷 g\u0303uaraní tee')).toBe('G\u0303T');
});

test('a uid always has the same hue, and many uids share twelve of them evenly', () => {
  const counts = new Map<number, number>();
  for (let n = 0; n < 2400; n++) {
    const uid = `019a${n.toString(16).padStart(4, '0')}-7c3e-7000-8000-${(n * 7919).toString(16)}`;
    expect(hueOf(uid)).toBe(hueOf(uid));
    counts.set(hueOf(uid), (counts.get(hueOf(uid)) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i * 30));
  for (const count of counts.values()) expect(count).toBeGreaterThan(100);
});

test.each(['noche', 'dia'])('initials have a contrast of 4.5 on each of the twelve hues in %s', (theme) => {
  for (let hue = 0; hue < 360; hue += 30) {
    const [ground, ink] = ['ground', 'ink'].map((part) => luminance(colourOf(theme, part, hue)));
    expect(ratio(ground!, ink!), `${theme} ${hue}`).toBeGreaterThanOrEqual(4.5);
  }
});

function colourOf(theme: string, part: string, hue: number): [number, number, number] {
  const rules = tokens.slice(tokens.indexOf(`[data-theme='${theme}']`));
  const match = new RegExp(`--avatar-${part}: ([\\d.]+)% ([\\d.]+);`).exec(rules);
  return [Number(match?.[1]) / 100, Number(match?.[2]), (hue * Math.PI) / 180];
}

/** The relative luminance (WCAG) of an OKLCH colour; channels outside sRGB are clipped. */
function luminance([lightness, chroma, angle]: [number, number, number]): number {
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
