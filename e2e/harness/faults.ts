import type { Page } from '@playwright/test';

import type { CallName } from '../../contract/src/calls/all.ts';
import { Problem, type ProblemCode } from '../../contract/src/problem.ts';

/** Chromium's console message for a failed call. */
export const refusedCall = /Failed to load resource/;

const path = (call: CallName) => new RegExp(`/api/${call}(?:\\?|$)`);

/** The call does not reach the server. */
export async function refuse(page: Page, call: CallName, code: ProblemCode, message?: string): Promise<void> {
  const problem = new Problem(code, message);
  await page.route(path(call), (route) => route.fulfill({ status: problem.status, json: problem.body }));
}

export async function cutOff(page: Page, call: CallName): Promise<void> {
  await page.route(path(call), (route) => route.abort('internetdisconnected'));
}

/** Holds every such call until the returned function is called. */
export async function hold(page: Page, call: CallName): Promise<() => void> {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route(path(call), async (route) => {
    await gate;
    await route.fallback();
  });
  return release;
}

/** Holds the pages below the first. `isWaiting` resolves when one is requested. */
export async function holdNextPage(page: Page, call: CallName) {
  const { promise: isWaiting, resolve: report } = Promise.withResolvers<void>();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/${call}\\?.*cursor=`), async (route) => {
    report();
    await gate;
    await route.fallback();
  });
  return { isWaiting, release };
}

/** Ends `refuse`, `cutOff` and `hold` for `call`. */
export async function mend(page: Page, call: CallName): Promise<void> {
  await page.unroute(path(call));
}
