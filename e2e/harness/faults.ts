import type { Page } from '@playwright/test';

import type { CallName } from '../../contract/src/calls/all.ts';
import { Problem, type ProblemCode } from '../../contract/src/problem.ts';

/** What Chromium writes to the console for a call that we make fail. */
export const refusedCall = /Failed to load resource/;

const path = (call: CallName) => new RegExp(`/api/${call}(?:\\?|$)`);

/** From now on `call` fails with `code`, without reaching the server. */
export async function refuse(page: Page, call: CallName, code: ProblemCode, message?: string): Promise<void> {
  const problem = new Problem(code, message);
  await page.route(path(call), (route) => route.fulfill({ status: problem.status, json: problem.body }));
}

/** From now on `call` finds no network. */
export async function cutOff(page: Page, call: CallName): Promise<void> {
  await page.route(path(call), (route) => route.abort('internetdisconnected'));
}

/** Holds every `call` back until the returned function lets them go. */
export async function hold(page: Page, call: CallName): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(path(call), async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Ends what `refuse`, `cutOff` and `hold` began for `call`. */
export async function mend(page: Page, call: CallName): Promise<void> {
  await page.unroute(path(call));
}
