import { expect, test } from 'vitest';

import { mediaFrame } from './media-frame.ts';

test('a picture keeps its own proportion and is not enlarged', () => {
  expect(mediaFrame({ width: 1600, height: 900 })).toEqual({ ratio: 1600 / 900, maxWidth: 1600 });
  expect(mediaFrame({ width: 480, height: 480 })).toEqual({ ratio: 1, maxWidth: 480 });
});

test('very tall and very wide pictures are cropped', () => {
  expect(mediaFrame({ width: 100, height: 1600 }).ratio).toBe(9 / 16);
  expect(mediaFrame({ width: 1600, height: 100 }).ratio).toBe(3);
});

test('a tiny picture keeps a visible width', () => {
  expect(mediaFrame({ width: 16, height: 16 })).toEqual({ ratio: 1, maxWidth: 240 });
});

test('media of unknown size get the place of a usual video', () => {
  expect(mediaFrame({ width: null, height: null })).toEqual({ ratio: 16 / 9, maxWidth: null });
  expect(mediaFrame({ width: 0, height: 10 })).toEqual({ ratio: 16 / 9, maxWidth: null });
});
