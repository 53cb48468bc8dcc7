import { randomUUID } from 'node:crypto';

import lighthouse, { defaultConfig } from 'lighthouse';

import type { Output } from '../contract/src/calls/all.ts';
import { openBrowser, signInAs, startExampleSite } from './harness/example-site.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
type Scores = Record<Category, number>;

type Page = {
  path: string;
  member: boolean;
  /** The lowest score for speed that is allowed; the other scores must be 100. */
  speed: number;
  /** Excluded by `robots.txt`. */
  isUnlisted?: boolean;
};

// Other work on the machine lowers the score for speed, by two points or more, and nothing raises it: the
// best run counts, and the limits of pages with scripts are two points below the goal of 97.
const mostRuns = 8;

// By Lighthouse's benchmark of processors. Its usual factor of four turns a machine of 2,000 into this phone;
// a slower or busy one needs less. The benchmark of one run sets the factor of the next.
const phoneIndex = 500;
const usualSlowdown = 4;
let slowdown = usualSlowdown;

const site = await startExampleSite({ users: 200, posts: 1_000 });
try {
  const results: string[] = [];
  const pages: Page[] = [
    { path: '/ingresar', member: false, speed: 95 },
    { path: '/feed', member: true, speed: 95, isUnlisted: true },
    { path: await publicPost(), member: false, speed: 100 },
  ];
  for (const page of pages) {
    const scores = await bestOf(page);
    const limits = { performance: page.speed, accessibility: 100, 'best-practices': 100, seo: 100 };
    const low = categories.filter((name) => scores[name] < limits[name]);
    if (low.length > 0) process.exitCode = 1;
    results.push(`${page.path} ${categories.map((name) => scores[name]).join(' ')}`);
    for (const name of low) console.log(`${page.path}: ${name} is ${scores[name]}, below ${limits[name]}`);
  }
  console.log(results.join(', '));
} finally {
  await site.stop();
}

/** The address of a new post that search engines may list. */
async function publicPost(): Promise<string> {
  const { context, close } = await openBrowser();
  try {
    await signInAs(context, site.url);
    const send = async (name: string, data: object) => {
      const answer = await context.request.post(`${site.url}/api/${name}`, {
        data,
        headers: { Origin: site.url, 'Idempotency-Key': randomUUID() },
      });
      if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
      return answer.json() as Promise<unknown>;
    };
    await send('setReadingChoice', { publicReading: true, indexable: true });
    const { post } = (await send('publishPost', {
      text: '¡Qué partidazo! #Tribuna',
    })) as Output<'publishPost'>;
    return `/p/${post.id}`;
  } finally {
    await close();
  }
}

// Runs until a score is high enough.
async function bestOf(page: Page): Promise<Scores> {
  const { path, member, speed } = page;
  const browser = await openBrowser();
  try {
    if (member) await signInAs(browser.context, site.url);
    let best: Scores | undefined;
    for (let run = 0; run < mostRuns && !(best && best.performance >= speed); run++) {
      // Only the score for speed differs from run to run.
      const score = await measure(page, browser.port, best ? ['performance'] : categories);
      console.log(`${path} ${JSON.stringify(score)}`);
      if (score) best = faster(best, score);
    }
    if (!best) throw new Error(`Lighthouse could not measure ${path}.`);
    return best;
  } finally {
    await browser.close();
  }
}

function faster(best: Scores | undefined, score: Partial<Scores>): Scores {
  const { performance = 0 } = score;
  return best ? { ...best, performance: Math.max(best.performance, performance) } : (score as Scores);
}

// Simulates Lighthouse's phone with a slow network and processor. Null when the measurement failed.
async function measure(
  { path, isUnlisted }: Page,
  port: number,
  names: readonly Category[],
): Promise<Partial<Scores> | null> {
  const url = site.url + path;
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...names],
    skipAudits: isUnlisted ? ['is-crawlable'] : null,
    disableFullPageScreenshot: true,
    throttling: { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: slowdown },
  });
  if (!result) throw new Error('Lighthouse gave no result.');
  const { finalDisplayedUrl, runtimeError, categories: scores, audits, environment } = result.lhr;
  const suitable = Math.min(usualSlowdown, Math.max(1, environment.benchmarkIndex / phoneIndex));
  // The machine was faster than in the run before, and so was the phone.
  const isTooFast = slowdown < 0.9 * suitable;
  slowdown = suitable;
  if (runtimeError || isTooFast) return null;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
  for (const { id, auditRefs } of Object.values(scores)) {
    if (id === 'performance') continue;
    const failures = auditRefs.filter((ref) => ref.weight > 0 && audits[ref.id]?.score === 0);
    for (const ref of failures) console.log(`${url}: ${id}: ${audits[ref.id]?.title}`);
  }
  return Object.fromEntries(names.map((name) => [name, Math.round(100 * (scores[name]?.score ?? 0))]));
}
