// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useDebounced } from './use-debounced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a value that keeps changing arrives once, a pause after its last change', () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text, 200), {
    initialProps: { text: '' },
  });
  for (const text of ['r', 'ri', 'riv']) {
    rerender({ text });
    act(() => void vi.advanceTimersByTime(199));
    expect(result.current).toBe('');
  }
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe('riv');
});
