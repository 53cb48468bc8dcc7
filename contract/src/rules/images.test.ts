import { expect, it } from 'vitest';

import { fitImage } from './images.ts';

it('fitImage fits the longer side and never enlarges', () => {
  expect(fitImage({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitImage({ width: 900, height: 3200 }, 1600)).toEqual({ width: 450, height: 1600 });
  expect(fitImage({ width: 640, height: 480 }, 1600)).toEqual({ width: 640, height: 480 });
  expect(fitImage({ width: 10_000, height: 1 }, 1600)).toEqual({ width: 1600, height: 1 });
});
