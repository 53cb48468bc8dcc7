import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import { embeddedConnection } from '../server/src/platform/postgres/embedded-postgres.ts';
import { runProcess, type ProcessLife } from '../server/src/platform/process/process-life.ts';
import { measureBurst } from './events/burst.ts';
import { addCrowd } from './events/crowd.ts';
import { measureFanOut } from './events/fan-out.ts';
import { type Crowds, measureGrowth } from './events/growth.ts';
import { measureHotPost } from './events/hot-post.ts';
import { measurePublicPages } from './events/public-pages.ts';
import { measurePublishing } from './events/publishing.ts';
import { measureScale } from './events/scale.ts';
import { measureStreams } from './events/streams.ts';
import { measureTwoProcesses } from './events/two-processes.ts';
import { Limits } from './limits/limits.ts';
import { median } from './load/latencies.ts';
import { Load } from './load/load.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { eventLines, type Findings, goalLines, goalsOf, heading, scenarioLines } from './report.ts';
import { measureScenario, sum } from './rounds.ts';
import { findTargets, scenarios } from './scenarios.ts';
import { fillSite } from './setting/fill.ts';
import { addNotifications } from './setting/notifications.ts';
import { BenchSite, type SiteSize, type Visitor } from './setting/site.ts';
import { soakGoals, soakLines } from './soak/report.ts';
import { soak, type SoakResult } from './soak/soak.ts';

const visitorCount = 1_000;
const fanCount = 5_000;
const streamCount = 10_000;
const usersPerPost = 0.3;

const options = readOptions();
const isSelected = (name: string) => options.only === null || options.only.includes(name.toLowerCase());

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => say(`\n${signal}: stopping…`));
await runProcess(async (life) => {
  if (options.soak !== null) {
    const result = await soakFor(life, options, options.soak);
    if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    else for (const text of soakLines(result)) say(text);
    await life.end(soakGoals(result).every(({ isMet }) => isMet) ? 0 : 1);
    return;
  }
  const findings = await measure(life, options);
  const goals = goalsOf(findings);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...findings, goals }, null, 2)}\n`);
  } else {
    say('');
    for (const text of [...eventLines(findings), '', ...goalLines(goals)]) say(text);
  }
  await life.end(goals.every(({ isMet }) => isMet) ? 0 : 1);
});

async function measure(
  life: ProcessLife,
  { users, posts, followers, scale }: BenchOptions,
): Promise<Findings> {
  const load = new Load();
  const limits = new Limits();
  life.closeAtEnd({ close: async () => [load, limits].forEach((child) => child.close()) });
  say(`${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`);

  const site = await openSite(life, { users, posts });
  const coldStart = await measureColdStart(site);
  await wait(2_000);
  const memoryIdle = sum(await site.memory());
  await limits.open(embeddedConnection(site.dataDir));
  const visitors = await signInSome(site, visitorCount * 2);
  const findings: Findings = { coldStart, memoryIdle, memoryLoaded: memoryIdle, scenarios: [] };

  const readers = visitors.slice(0, visitorCount);
  const targets = await findTargets(site, visitorCount);
  await addNotifications(site, readers, { actors: targets.knownPeople, postIds: targets.recentPosts });
  const setting = { site, load, limits, visitors: readers, targets };
  say(`\n${heading()}`);
  for (const scenario of scenarios.filter(({ name }) => isSelected(name))) {
    const result = await measureScenario(scenario, setting, options);
    findings.scenarios.push(result);
    findings.memoryLoaded = Math.max(findings.memoryLoaded, result.memory);
    for (const text of scenarioLines(result)) say(text);
  }
  if (isSelected('publishing')) findings.publishing = await measurePublishing(site, load, readers);
  if (isSelected('pages')) findings.publicPages = await measurePublicPages(site, setting, options);
  if (['events', 'streams', 'burst'].some(isSelected)) {
    say('\nA crowd follows somebody famous…');
    const [famous, ...others] = visitors;
    if (!famous) throw new Error('nobody can sign in');
    const crowd = await addCrowd(site, followers, famous.uid);
    const readers = others.slice(0, visitorCount);
    if (isSelected('events')) {
      findings.fanOut = await measureFanOut(site, load, famous, crowd, readers);
      findings.hotPost = await measureHotPost({ site, load, limits }, famous, crowd.slice(0, fanCount));
      findings.memoryLoaded = Math.max(findings.memoryLoaded, sum(await site.memory()));
    }
    if (isSelected('burst')) {
      findings.burst = await measureBurst(site, load, crowd, readers);
      findings.memoryLoaded = Math.max(findings.memoryLoaded, findings.burst.memory);
    }
    if (isSelected('streams'))
      findings.streams = await measureStreams(site, load, crowd.slice(0, streamCount), readers);
  }
  if (options.only?.includes('processes'))
    findings.twoProcesses = await measureTwoProcesses(
      { site, visitors: readers },
      await openSecondSite(life, { users, posts }),
      load,
    );
  if (scale !== null) {
    const { site: big, visitors: bigVisitors } = await openBigSite(life, { users, posts }, scale);
    await site.openToAnybody();
    findings.scale = await measureScale({ site, visitors }, { site: big, visitors: bigVisitors }, load);
    say('Costs that must not grow: on the small site, on the big one…');
    findings.growth = await measureGrowth(
      { site, visitors, crowds: crowdsOf(posts / 10) },
      { site: big, visitors: bigVisitors, crowds: crowdsOf(scale) },
      say,
    );
  }
  return findings;
}

async function openSecondSite(
  life: ProcessLife,
  size: SiteSize,
): Promise<{ site: BenchSite; visitors: Visitor[] }> {
  const site = await openSite(life, size, { processes: 2 });
  await site.start();
  await settle(site);
  return { site, visitors: await signInSome(site, visitorCount) };
}

async function openBigSite(
  life: ProcessLife,
  small: SiteSize,
  posts: number,
): Promise<{ site: BenchSite; visitors: Visitor[] }> {
  const site = await openSite(life, small);
  await site.start();
  // Lists the seeded posts under their topics; the fill lists its own posts.
  await site.drainJobs();
  const users = Math.round(posts * usersPerPost);
  say(`Filling it up to ${users} users and ${posts} posts…`);
  const start = performance.now();
  const readers = await fillSite(site.db, {
    users: users - small.users,
    posts: posts - small.posts,
    readers: visitorCount * 2,
  });
  await settle(site);
  await site.openToAnybody();
  say(`… in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return { site, visitors: await site.signIn(readers) };
}

// For a million posts: 60,000 followees, 200,000 blockers, three million likes of one post.
function crowdsOf(posts: number): Crowds {
  const of = (share: number) => Math.max(1, Math.round(posts * share));
  return { followed: of(0.06), blockers: of(0.2), old: of(0.2), files: of(0.1), likes: of(3) };
}

async function soakFor(
  life: ProcessLife,
  { users, posts }: BenchOptions,
  minutes: number,
): Promise<SoakResult> {
  const site = await openSite(life, { users, posts }, { inspected: true });
  await site.start();
  await settle(site);
  const visitors = await signInSome(site, visitorCount);
  return soak(site, visitors, minutes, say);
}

async function openSite(
  life: ProcessLife,
  size: SiteSize,
  { inspected = false, processes = options.processes } = {},
): Promise<BenchSite> {
  const site = new BenchSite(options.profile, inspected, processes);
  life.closeAtEnd({ close: () => site.remove() });
  say(`Seeding ${size.users} users and ${size.posts} posts…`);
  await site.seed(size);
  return site;
}

// Leaves out the first start, which also reads the files from disk.
async function measureColdStart(site: BenchSite): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 4; i++) {
    await site.stop();
    times.push(await site.start());
  }
  await settle(site);
  return median(times.slice(1));
}

// The jobs that the seed enqueued must not run during the measurements.
async function settle({ db }: BenchSite): Promise<void> {
  await db.query('VACUUM ANALYZE');
}

async function signInSome(site: BenchSite, count: number): Promise<Visitor[]> {
  const { rows } = await site.db.query<{ uid: string }>(
    'SELECT uid FROM accounts WHERE email_lower IS NOT NULL ORDER BY uid LIMIT $1',
    [count],
  );
  return site.signIn(rows.map((row) => row.uid));
}

function say(text: string): void {
  if (!options.json) process.stdout.write(`${text}\n`);
}
