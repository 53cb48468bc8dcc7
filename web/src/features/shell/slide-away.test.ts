import { expect, test } from 'vitest';

import { type Slide, slideAfter } from './slide-away.ts';

const screen = 740;
const scroll = (positions: number[], slide: Slide = { isAway: false, y: 0, turn: 0 }) =>
  positions.reduce((state, y) => slideAfter(state, y, screen), slide);

test('the bar hides on scrolling down and returns on scrolling up', () => {
  const down = scroll([10, 20, 30]);
  expect(down.isAway).toBe(true);
  expect(scroll([400, 900, 880], down).isAway).toBe(true);
  expect(scroll([400, 900, 880, 870], down).isAway).toBe(false);
});

test('a trembling finger moves nothing', () => {
  expect(scroll([20, 4, 22, 8, 24]).isAway).toBe(false);
  const down = scroll([100]);
  expect(scroll([110, 90, 112, 92], down).isAway).toBe(true);
});

test('at the top the bar is visible', () => {
  expect(scroll([20, 40, 20, 0]).isAway).toBe(false);
  expect(scroll([100, 90, 0]).isAway).toBe(false);
});

test('a leap, as by a restored position, changes nothing', () => {
  const leap = scroll([2800]);
  expect(leap.isAway).toBe(false);
  expect(scroll([2830], leap).isAway).toBe(true);
});
