// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type * as ScrollMemory from './scroll-memory.ts';

let memory: typeof ScrollMemory;

const visit = () => {
  history.pushState(null, '');
  dispatchEvent(new Event('pushState'));
};

const listeners: Parameters<typeof addEventListener>[] = [];

const load = async () => {
  vi.resetModules();
  memory = await import('./scroll-memory.ts');
  const add = vi.spyOn(globalThis, 'addEventListener');
  memory.rememberScroll();
  listeners.push(...add.mock.calls);
  add.mockRestore();
};

const leave = () => {
  for (const [name, listener] of listeners.splice(0)) removeEventListener(name, listener);
};

const reload = async () => {
  leave();
  scrollTo(0, 0);
  await load();
  renderHook(memory.useScrollMemory);
};

beforeEach(async () => {
  await load();
  visit();
});

afterEach(() => {
  leave();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  scrollTo(0, 0);
});

test.each(['pagehide', 'visibilitychange'])(
  'after a reload the page stands where it did at %s',
  async (name) => {
    scrollTo(0, 1200);
    dispatchEvent(new Event(name));
    await reload();
    expect(scrollY).toBe(1200);
  },
);

test('a list whose pages arrive slowly ends where it was', async () => {
  vi.useFakeTimers();
  let [height, grow] = [0, () => {}];
  class GrowthObserver {
    constructor(onGrowth: () => void) {
      grow = onGrowth;
    }
    observe = () => {};
    disconnect = () => (grow = () => {});
  }
  vi.stubGlobal('ResizeObserver', GrowthObserver);
  scrollTo(0, 1200);
  dispatchEvent(new Event('pagehide'));
  const jump = scrollTo;
  vi.stubGlobal('scrollTo', (_: number, y: number) => jump(0, Math.min(y, height)));
  await reload();
  for (const next of [400, 800, 1_600]) {
    vi.advanceTimersByTime(12_000);
    height = next;
    grow();
    expect(scrollY).toBe(Math.min(1200, next));
  }
  vi.useRealTimers();
});

test('a new visit begins at the top, also in a tab with stored positions', async () => {
  scrollTo(0, 1200);
  dispatchEvent(new Event('pagehide'));
  visit();
  await reload();
  expect(scrollY).toBe(0);
});

test('after a reload, Back finds the page before where it was left', async () => {
  const { state } = history;
  scrollTo(0, 900);
  visit();
  dispatchEvent(new Event('pagehide'));
  await reload();
  cleanup();
  history.replaceState(state, '');
  dispatchEvent(new PopStateEvent('popstate'));
  renderHook(memory.useScrollMemory);
  expect(scrollY).toBe(900);
});

test('a position that was stored does not last in a page that goes on', () => {
  scrollTo(0, 1200);
  dispatchEvent(new Event('visibilitychange'));
  renderHook(memory.useScrollMemory);
  expect(scrollY).toBe(0);
});

test.each(['nonsense', '"text"', 'null', '[{}]'])(
  'a stored %s leaves the page at its top',
  async (stored) => {
    sessionStorage.setItem('scroll', stored);
    await reload();
    expect(scrollY).toBe(0);
  },
);

test('without storage the page works, and begins at its top', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('Disabled', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  scrollTo(0, 1200);
  dispatchEvent(new Event('pagehide'));
  await reload();
  expect(scrollY).toBe(0);
  vi.unstubAllGlobals();
});
