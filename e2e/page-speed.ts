import { parseArgs } from 'node:util';

import type { BrowserContext, CDPSession, Page, Response } from '@playwright/test';

import { openBrowser, signInAs, startExampleSite } from './harness/example-site.ts';

/** Milliseconds, except `longTasks`: the number of long tasks while scrolling through 500 posts. */
const limits = { firstPost: 2_000, repeatVisit: 800, menu: 200, tab: 200, like: 200, longTasks: 15 };

type Figures = Record<keyof typeof limits, number>;
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } };

const likeButton = 'main article button[aria-label^="Me gusta"]';
const figureNames = Object.keys(limits) as (keyof Figures)[];

const { values: options } = parseArgs({
  // A running example site, such as one of another version; by default one is started.
  options: {
    url: { type: 'string' },
    runs: { type: 'string', default: '5' },
    posts: { type: 'string', default: '500' },
  },
});

const site = options.url
  ? { url: options.url, stop: async () => undefined }
  : await startExampleSite({ users: 500, posts: 5_000 });
try {
  const runs: Figures[] = [];
  for (let run = 0; run < Number(options.runs); run++) {
    runs.push(await measure());
    console.log(JSON.stringify(runs.at(-1)));
  }
  for (const name of figureNames) {
    const values = runs.map((run) => run[name]).toSorted((a, b) => a - b);
    const median = values[Math.floor(values.length / 2)] ?? NaN;
    console.log(`${name.padEnd(11)} ${String(median).padStart(6)}, limit ${limits[name]}`);
  }
} finally {
  await site.stop();
}

/** A slow phone on a slow network. The repeat visit has the service worker. */
async function measure(): Promise<Figures> {
  const browser = await openBrowser({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    await signInAs(browser.context, site.url);
    const page = await slowPage(browser.context);
    const firstPost = await timeFirstPost(page);
    await networkRest(page);
    // The first tap of each kind, after the page's idle work.
    const like = await timeTap(page, likeButton, `${likeButton}[aria-pressed=true]`);
    const menu = await timeTap(page, '[aria-label="Abrir menú"]', 'dialog[open] nav');
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    const tab = await timeTap(page, '[role=tab][aria-selected=false]', '[aria-label=Siguiendo] article');
    await networkRest(page);
    const longTasks = await scroll(page, Number(options.posts));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.close();
    const repeatVisit = await timeFirstPost(await slowPage(browser.context));
    return { firstPost, repeatVisit, menu, tab, like, longTasks };
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the navigation to the frame that shows a post. */
async function timeFirstPost(page: Page): Promise<number> {
  await page.goto(`${site.url}/feed?tab=paraVos`);
  await page.locator('main article').first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(() => performance.getEntriesByName('first-post').length > 0);
  return Math.round(
    await page.evaluate(() => performance.getEntriesByName('first-post')[0]?.startTime ?? NaN),
  );
}

/** Waits until no request has begun or ended for a second. The stream of events, which does not end, may be open. */
async function networkRest(page: Page): Promise<void> {
  const [restMs, longestMs] = [1_000, 30_000];
  const start = performance.now();
  let lastAt = start;
  const note = () => (lastAt = performance.now());
  page.on('request', note).on('requestfinished', note).on('requestfailed', note);
  while (performance.now() - lastAt < restMs) {
    if (lastAt - start > longestMs) throw new Error('the page does not stop sending requests');
    await page.waitForTimeout(100);
  }
  page.removeAllListeners();
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1e6) / 8,
    uploadThroughput: (0.75 * 1e6) / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('main article')) return;
      watcher.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('first-post')));
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  return page;
}

/** Milliseconds from a tap on `trigger` to the frame that shows `effect`. */
function timeTap(page: Page, trigger: string, effect: string): Promise<number> {
  return page.evaluate(
    async ([from, to]) => {
      const start = performance.now();
      document.querySelector<HTMLElement>(from)?.click();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (!document.querySelector(to) && performance.now() - start < 10_000) await frame();
      await frame();
      return Math.round(performance.now() - start);
    },
    [trigger, effect] as const,
  );
}

/**
 * Swipes until `count` posts have arrived.
 * @returns how many tasks took over 50 ms of CPU time: unlike duration, it is not affected by other programs
 * on the machine
 */
async function scroll(page: Page, count: number): Promise<number> {
  const posts = new Set<string>();
  const note = async (response: Response) => {
    if (!response.url().includes('/api/getFeed')) return;
    for (const { id } of ((await response.json()) as { items: { id: string }[] }).items) posts.add(id);
  };
  const reads: Promise<void>[] = [];
  page.on('response', (response) => void reads.push(note(response)));
  const devtools = await page.context().newCDPSession(page);
  const tasks = await startTrace(devtools);
  const until = Date.now() + 300_000;
  while (posts.size < count && Date.now() < until) await swipe(page, devtools);
  await Promise.all(reads);
  return (await tasks()).filter((milliseconds) => milliseconds > 50).length;
}

async function swipe(page: Page, devtools: CDPSession): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x: 180, y: 650 });
  for (let y = 610; y >= 170; y -= 40) {
    await touch('touchMove', { x: 180, y });
    await page.waitForTimeout(16);
  }
  await touch('touchEnd');
  await page.waitForTimeout(350);
}

/** @returns a function that ends the trace and returns the CPU time (ms) of each task on the main thread */
async function startTrace(devtools: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => void devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const threads = new Set(events.filter(isMain).map(threadOf));
    const tasks = events.filter((event) => event.name === 'RunTask' && threads.has(threadOf(event)));
    if (tasks.length === 0) throw new Error('The trace has no tasks.');
    return tasks.map(({ tdur = 0 }) => tdur / 1000);
  };
}
