// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { watchVersions } from './new-version.ts';

const waiting = { postMessage: vi.fn<(message: unknown) => void>() };
let answer = Promise.withResolvers<object>();
let visibility = 'visible';
const turn = (state: 'visible' | 'hidden') => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(
    () => visibility as DocumentVisibilityState,
  );
  const serviceWorker = { getRegistration: () => answer.promise, addEventListener: () => {} };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { serviceWorker }));
  watchVersions(Object.assign(new EventTarget(), { waiting: null }) as unknown as ServiceWorkerRegistration);
});
afterEach(() => {
  turn('visible');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a page that has been hidden for two minutes takes the waiting version, one that was shown again does not', async () => {
  turn('hidden');
  turn('visible');
  answer.resolve({ waiting });
  await vi.advanceTimersByTimeAsync(121_000);
  expect(waiting.postMessage).not.toHaveBeenCalled();

  answer = Promise.withResolvers();
  answer.resolve({ waiting });
  turn('hidden');
  await vi.advanceTimersByTimeAsync(119_000);
  expect(waiting.postMessage).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'take-over' });
});
