import { expect, test } from 'vitest';

import { pageRange } from './page-window.ts';

const viewport = (scrollTop: number) => ({ listTop: 200, scrollTop, height: 800 });
const heights = [1500, 1500, 1500, 1500, 1500];

test('a short list is rendered whole at any scroll position', () => {
  for (const top of [0, 4400, 20_000]) {
    expect(pageRange(heights.slice(0, 4), viewport(top), 100)).toEqual({ first: 0, last: 3 });
  }
});

test('at the top only the first pages are drawn', () => {
  expect(pageRange(heights, viewport(0), 800)).toEqual({ first: 0, last: 0 });
});

test('in the middle a page far above and far below is not drawn', () => {
  expect(pageRange(heights, viewport(3400), 400)).toEqual({ first: 1, last: 2 });
});

test('the page that touches the margin is drawn', () => {
  expect(pageRange(heights, viewport(1500 + 200 + 400), 400)).toEqual({ first: 0, last: 2 });
});

test('a page that was never measured is drawn, and so is all between it and the viewport', () => {
  expect(pageRange([1500, 1500, 1500, 1500, null], viewport(0), 100)).toEqual({ first: 0, last: 4 });
});

test('beyond the end the last page stays drawn', () => {
  expect(pageRange(heights, viewport(20_000), 100)).toEqual({ first: 4, last: 4 });
});

test('above the list the first page stays drawn', () => {
  expect(pageRange(heights, { listTop: 5000, scrollTop: 0, height: 800 }, 100)).toEqual({
    first: 0,
    last: 0,
  });
});
