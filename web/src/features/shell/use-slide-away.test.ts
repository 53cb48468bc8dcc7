// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useSlideAway } from './slide-away.ts';

const happens = (name: string) => act(async () => void dispatchEvent(new Event(name)));

test('the bar is away while the user types, and again after a scroll brought it back', async () => {
  const { result } = renderHook(useSlideAway);
  await happens('input');
  expect(result.current).toBe(true);
  await happens('scroll');
  expect(result.current).toBe(false);
  await happens('input');
  expect(result.current).toBe(true);
  await happens('focusout');
  expect(result.current).toBe(false);
});
