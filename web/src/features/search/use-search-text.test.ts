// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { useSearchText } from './use-search-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/buscar');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('letters that follow each other are one query; submitting waits for nothing', () => {
  const { result } = renderHook(useSearchText);
  for (const text of ['r', 'ri', 'riv']) {
    act(() => result.current.type(text));
    act(() => void vi.advanceTimersByTime(limits.searchDebounceMs - 1));
    expect(result.current.query).toBe('');
  }
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.query).toBe('riv');

  act(() => result.current.type('river'));
  act(() => result.current.submit());
  expect(result.current.query).toBe('river');
  expect(location.search).toBe('?q=river');
});
