import type { BurstResult } from './events/burst.ts';
import type { FanOutResult } from './events/fan-out.ts';
import type { GrowthResult } from './events/growth.ts';
import type { HotPostResult } from './events/hot-post.ts';
import type { PublicPagesResult } from './events/public-pages.ts';
import type { PublishingResult } from './events/publishing.ts';
import type { ScaleResult } from './events/scale.ts';
import type { Return, StreamsResult } from './events/streams.ts';
import type { TwoProcessesResult } from './events/two-processes.ts';
import type { Measurement, ScenarioResult } from './rounds.ts';

/** Milliseconds and bytes unless the name says otherwise. */
export type Findings = {
  coldStart: number;
  memoryIdle: number;
  memoryLoaded: number;
  scenarios: ScenarioResult[];
  publishing?: PublishingResult;
  publicPages?: PublicPagesResult;
  fanOut?: FanOutResult;
  hotPost?: HotPostResult;
  burst?: BurstResult;
  streams?: StreamsResult;
  twoProcesses?: TwoProcessesResult[];
  scale?: ScaleResult[];
  growth?: GrowthResult[];
};

export type Goal = { goal: string; figure: string; isMet: boolean };

const megabyte = 1_000_000;

/** Only the goals that these findings decide. */
export function goalsOf(findings: Findings): Goal[] {
  const { coldStart, memoryIdle, memoryLoaded, scenarios, fanOut, hotPost, streams } = findings;
  const { publishing, publicPages, twoProcesses = [], scale = [], growth = [] } = findings;
  const goals: Goal[] = [];
  const add = (goal: string, isMet: boolean, figure: string) => void goals.push({ goal, figure, isMet });
  const addReturn = (what: string, { readers, backAfter }: Return) =>
    add(`${readers} ${what} within 10 s`, backAfter <= 10_000, ms(backAfter));
  for (const { name, goal, bareGoal, toFloor, toBare, site } of scenarios) {
    add(`${name}: ≥ ${percent(goal)} of its floor`, toFloor >= goal, percent(toFloor));
    if (bareGoal !== undefined)
      add(`${name}: ≥ ${percent(bareGoal)} of bare node:http`, toBare >= bareGoal, percent(toBare));
    if (name === 'publish') {
      const cost = site.cost.node + site.cost.postgres;
      add('… ≤ 5 ms of CPU, fan-out included', cost <= 5_000, `${(cost / 1_000).toFixed(1)} ms`);
    }
    if (name === 'Siguiendo') {
      add(`${name}: p99 ≤ 3 × p50`, site.p99 <= 3 * site.p50, `${(site.p99 / site.p50).toFixed(1)} ×`);
    }
  }
  if (publishing) {
    const ratio = publishing.listed / publishing.plain;
    add('publish with topics and a club: p50 ≤ 1.1 × a plain post', ratio <= 1.1, `${ratio.toFixed(2)} ×`);
  }
  if (publicPages) {
    const { toBare, coldP99 } = publicPages;
    add('public page: ≥ 60 % of bare node:http', toBare >= 0.6, percent(toBare));
    add('… p99 of the first read ≤ 30 ms', coldP99 <= 30, `${coldP99.toFixed(1)} ms`);
  }
  if (hotPost) {
    const { likes, perSecond, toFloor, wrong } = hotPost;
    const figure = `${percent(toFloor)} (${perSecond.toFixed(0)}/s)`;
    add(`one post, ${likes} likes at once: ≥ 60 % of bare group commits`, toFloor >= 0.6, figure);
    add('… and its counter exact', wrong === 0, String(wrong));
  }
  if (fanOut) {
    const { followers, acknowledged, toFollowers, toAuthor, timelines, busyP99, quietP99 } = fanOut;
    add('publish: acknowledged before the fan-out', acknowledged < toFollowers, ms(acknowledged));
    add('… seen by the author at once (≤ 50 ms after)', toAuthor - acknowledged <= 50, ms(toAuthor));
    const limit = Math.max(500, followers / 25);
    add(
      `… by ${followers} followers within ${(limit / 1000).toFixed(1)} s`,
      toFollowers <= limit,
      ms(toFollowers),
    );
    add('… by every one of them', timelines === followers, String(timelines));
    const ratio = busyP99 / quietP99;
    add('… p99 of other feeds at most doubled meanwhile', ratio <= 2, `${ratio.toFixed(1)} ×`);
  }
  if (findings.burst) {
    const { streams: pages, publications, likes, comments, took, wrong, toAll } = findings.burst;
    const all = `${publications} posts, ${likes} likes, ${comments} comments, ${pages} pages`;
    add(`a goal (${all}): ≤ 10 s`, took <= 10_000, ms(took));
    add('… nothing is missing or doubled', wrong === 0, String(wrong));
    const slower = findings.burst.busyP99 / findings.burst.calmP99;
    add('… p99 of feeds ≤ 4 × meanwhile', slower <= 4, `${slower.toFixed(1)} ×`);
    add('… every page told within 2 s', toAll <= 2_000, ms(toAll));
  }
  if (streams) {
    const { bytesEach, toAll, cut, restart } = streams;
    add(`${streams.streams} streams: ≤ 20 KB each`, bytesEach <= 20_000, kilobytes(bytesEach));
    add('… an event to all ≤ 1 s', toAll <= 1000, ms(toAll));
    const slower = streams.busyP99 / streams.quietP99;
    add('… p99 of other feeds ≤ 3 × meanwhile', slower <= 3, `${slower.toFixed(1)} ×`);
    addReturn('come back after a cut', cut);
    add('… with nothing lost or received twice', cut.lost + cut.doubled + cut.resyncs === 0, losses(cut));
    addReturn('come back after a restart', restart);
    // A restarted server has a new epoch, so it answers every `Last-Event-ID` with `resync`.
    const all = restart.resyncs === restart.readers;
    add('… each sent resync', all, `${restart.resyncs} of ${restart.readers}`);
  }
  for (const { what, perSecond, limit, one, two, share } of twoProcesses) {
    const goal = `two processes, ${what}, ${perSecond} a second each: ≤ ${limit} × the CPU of one`;
    const figure = `${(two / one).toFixed(2)} × (${(share / one).toFixed(2)} × when they share ${perSecond})`;
    add(goal, two / one <= limit, figure);
  }
  for (const { what, small, big } of scale) {
    const ratio = big / small;
    add(`big site, ${what}: ≤ 1.3 × the small one’s CPU`, ratio <= 1.3, `${ratio.toFixed(2)} ×`);
  }
  for (const { what, small, big, limit } of growth) {
    add(
      `big site, ${what}: ≤ ${limit} ms`,
      big <= limit,
      `${big.toFixed(1)} ms (small site ${small.toFixed(1)})`,
    );
  }
  add('memory, idle: ≤ 200 MB', memoryIdle <= 200 * megabyte, megabytes(memoryIdle));
  add('memory, under load: ≤ 500 MB', memoryLoaded <= 500 * megabyte, megabytes(memoryLoaded));
  add('cold start: ≤ 1.5 s', coldStart <= 1_500, ms(coldStart));
  return goals;
}

const columns = ['', 'req/s', 'p50 ms', 'p99 ms', 'Node µs', 'PG µs', 'of floor', 'of bare', 'bytes'];

export function scenarioLines({ name, site, floor, bare, toFloor, toBare, bytes }: ScenarioResult): string[] {
  return [
    line([name, ...figures(site), percent(toFloor), percent(toBare), String(bytes)]),
    line(['  floor', ...figures(floor)]),
    line(['  bare node:http', ...figures(bare)]),
  ];
}

export function heading(): string {
  return line(columns);
}

export function eventLines(findings: Findings): string[] {
  const { publishing, publicPages, fanOut, streams, scale } = findings;
  const lines: string[] = [];
  if (publishing) {
    const { plain, listed } = publishing;
    lines.push(
      `publish: acknowledged after ${plain.toFixed(2)} ms, with three topics and a club ${listed.toFixed(2)}`,
    );
  }
  if (publicPages) {
    const { bytes, warmP50, toBare, coldP99, cpu } = publicPages;
    lines.push(
      `public pages of ${bytes} bytes: p50 ${warmP50.toFixed(2)} ms, ${percent(toBare)} of bare node:http; first read p99 ${coldP99.toFixed(2)} ms`,
      `… ${cpu.site.toFixed(0)} µs of CPU each, bare node:http ${cpu.bare.toFixed(0)}`,
    );
  }
  if (fanOut) {
    const { followers, acknowledged, toAuthor, toFollowers, quietP99, busyP99 } = fanOut;
    lines.push(
      `publish to ${followers} followers: acknowledged ${ms(acknowledged)}, author sees it ${ms(toAuthor)}, last follower ${ms(toFollowers)}`,
      `others’ feeds meanwhile: p99 ${busyP99.toFixed(2)} ms, otherwise ${quietP99.toFixed(2)} ms`,
    );
  }
  if (findings.burst) {
    const { calmP99, busyP99, memory } = findings.burst;
    lines.push(
      `feeds beside a goal: p99 ${busyP99.toFixed(2)} ms, otherwise ${calmP99.toFixed(2)} ms; memory ${megabytes(memory)}`,
    );
  }
  if (streams) {
    const { bytesEach, toAll, quietP99, idleP99, busyP99, cut, restart } = streams;
    lines.push(
      `${streams.streams} idle streams: ${kilobytes(bytesEach)} each, an event to all ${ms(toAll)}`,
      `others’ feeds: p99 ${quietP99.toFixed(2)} ms without streams, ${idleP99.toFixed(2)} beside idle ones, ${busyP99.toFixed(2)} while all are told of posts`,
      `${cut.readers} cut: back after ${ms(cut.backAfter)}, ${losses(cut)}, feeds meanwhile p99 ${cut.feedP99.toFixed(2)} ms`,
      `${restart.readers} after a restart: back after ${ms(restart.backAfter)}, feeds meanwhile p99 ${restart.feedP99.toFixed(2)} ms`,
    );
  }
  for (const { what, small, big } of scale ?? []) {
    lines.push(`${what}: ${small.toFixed(0)} µs of CPU on the small site, ${big.toFixed(0)} on the big one`);
  }
  return lines;
}

export function goalLines(goals: readonly Goal[]): string[] {
  const width = Math.max(...goals.map(({ goal }) => goal.length));
  const missCount = goals.filter(({ isMet }) => !isMet).length;
  return [
    ...goals.map(({ goal, figure, isMet }) => `${isMet ? 'pass' : 'FAIL'}  ${goal.padEnd(width)}  ${figure}`),
    `${goals.length - missCount} of ${goals.length} goals met`,
  ];
}

function figures({ rate, p50, p99, cost }: Measurement): string[] {
  return [rate.toFixed(0), p50.toFixed(2), p99.toFixed(2), cost.node.toFixed(0), cost.postgres.toFixed(0)];
}

function line([first = '', ...rest]: readonly string[]): string {
  return (first.padEnd(18) + rest.map((cell) => cell.padStart(9)).join('')).trimEnd();
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

export function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}

function losses({ lost, doubled, resyncs }: Return): string {
  return `${lost} lost, ${doubled} twice, ${resyncs} resyncs`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`;
}
