// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { useEscapedSearch } from '../../ui/browser/use-escaped-search.ts';
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

test.each(['100%41', '%0aabc', 'a%26q=b', '50% más', '%E0%A4', 'a+b&c=d', 'Ñandú 🐤'])(
  '%j stays in the box as it was typed once it is in the address',
  (text) => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Router searchHook={useEscapedSearch}>{children}</Router>
    );
    const { result } = renderHook(useSearchText, { wrapper });
    act(() => result.current.type(text));
    act(() => result.current.submit());
    expect(result.current.query).toBe(text);
    expect(result.current.text).toBe(text);
    expect(new URLSearchParams(location.search).get('q')).toBe(text);
  },
);
