// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Flap } from './Flap.tsx';

const animate = vi.fn<HTMLElement['animate']>();
let isReduced = false;

beforeEach(() => {
  isReduced = false;
  animate.mockReset();
  HTMLElement.prototype.animate = animate;
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a count turns when it changes, from nothing too, and not when it is drawn first or again', () => {
  const { rerender } = render(<Flap text="" />);
  rerender(<Flap text="1" />);
  expect(animate).toHaveBeenCalledTimes(1);
  rerender(<Flap text="1" />);
  expect(animate).toHaveBeenCalledTimes(1);
  rerender(<Flap text="2" />);
  expect(animate).toHaveBeenCalledTimes(2);
  rerender(<Flap text="" />);
  expect(animate).toHaveBeenCalledTimes(2);
});

test('a count that is there from the start does not turn', () => {
  render(<Flap text="7" />);
  expect(animate).not.toHaveBeenCalled();
});

test('nothing turns with reduced motion', () => {
  isReduced = true;
  const { rerender } = render(<Flap text="1" />);
  rerender(<Flap text="2" />);
  expect(animate).not.toHaveBeenCalled();
});
