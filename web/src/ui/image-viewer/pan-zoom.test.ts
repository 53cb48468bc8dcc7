import fc from 'fast-check';
import { expect, test } from 'vitest';

import { keepInside, whole, zoomAt } from './pan-zoom.ts';

const picture = { width: 400, height: 200 };
const screen = { width: 400, height: 800 };

test('the point under the fingers stays there', () => {
  const coordinate = fc.integer({ min: -400, max: 400 });
  const view = fc.record({ scale: fc.double({ min: 1, max: 6, noNaN: true }), x: coordinate, y: coordinate });
  fc.assert(
    fc.property(
      view,
      fc.double({ min: 0.2, max: 5, noNaN: true }),
      fc.record({ x: coordinate, y: coordinate }),
      (before, factor, at) => {
        const after = zoomAt(before, factor, at);
        expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale, 6);
        expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale, 6);
      },
    ),
  );
});

test('it zooms up to six times and never below whole', () => {
  expect(zoomAt(whole, 100, { x: 0, y: 0 }).scale).toBe(6);
  expect(zoomAt({ scale: 2, x: 10, y: 0 }, 0.1, { x: 0, y: 0 }).scale).toBe(1);
});

test('it cannot be moved off the screen', () => {
  expect(keepInside({ scale: 2, x: 999, y: -999 }, picture, screen)).toEqual({ scale: 2, x: 200, y: 0 });
  expect(keepInside({ scale: 6, x: -9999, y: 9999 }, picture, screen)).toEqual({
    scale: 6,
    x: -1000,
    y: 200,
  });
  expect(keepInside({ scale: 1, x: 50, y: 50 }, picture, screen)).toEqual({ scale: 1, x: 0, y: 0 });
});
