import { expect, test } from 'vitest';

import { type Findings, goalLines, goalsOf } from './report.ts';

const measurement = { rate: 1000, p50: 2, p99: 6, cost: { node: 100, postgres: 0 } };
const findings: Findings = {
  coldStart: 900,
  memoryIdle: 120e6,
  memoryLoaded: 300e6,
  scenarios: [
    {
      name: 'Siguiendo',
      goal: 0.8,
      bareGoal: 0.4,
      site: measurement,
      floor: measurement,
      bare: measurement,
      toFloor: 1.1,
      toBare: 0.5,
      bytes: 7000,
      memory: 0,
    },
  ],
  streams: {
    streams: 10_000,
    bytesEach: 15_000,
    toAll: 400,
    quietP99: 2,
    idleP99: 2,
    busyP99: 4,
    cut: { readers: 5000, backAfter: 6000, lost: 0, doubled: 0, resyncs: 0, feedP99: 9 },
    restart: { readers: 5000, backAfter: 7000, lost: 5000, doubled: 0, resyncs: 5000, feedP99: 9 },
  },
  burst: {
    streams: 5000,
    publications: 2000,
    likes: 3000,
    comments: 1000,
    took: 9_500,
    wrong: 0,
    calmP99: 2,
    busyP99: 8,
    toAll: 1_500,
    memory: 300e6,
  },
  publishing: { plain: 2, listed: 2.2 },
  publicPages: { toBare: 0.6, bytes: 20_000, warmP50: 1, coldP99: 30, cpu: { site: 100, bare: 60 } },
  hotPost: { likes: 5000, perSecond: 2500, toFloor: 0.6, wrong: 0 },
};
const missedGoals = (change: Partial<Findings>) =>
  goalsOf({ ...findings, ...change })
    .filter(({ isMet }) => !isMet)
    .map(({ goal }) => goal);

test('findings that meet every goal miss none', () => {
  expect(missedGoals({})).toEqual([]);
  expect(goalLines(goalsOf(findings)).at(-1)).toBe('22 of 22 goals met');
});

test('each goal is missed only by its own figure', () => {
  const [siguiendo] = findings.scenarios;
  expect(missedGoals({ scenarios: [{ ...siguiendo!, toFloor: 0.79 }] })).toEqual([
    'Siguiendo: ≥ 80 % of its floor',
  ]);
  expect(missedGoals({ scenarios: [{ ...siguiendo!, toBare: 0.39 }] })).toEqual([
    'Siguiendo: ≥ 40 % of bare node:http',
  ]);
  expect(missedGoals({ scenarios: [{ ...siguiendo!, site: { ...measurement, p99: 6.1 } }] })).toEqual([
    'Siguiendo: p99 ≤ 3 × p50',
  ]);
  expect(missedGoals({ hotPost: { ...findings.hotPost!, wrong: 1 } })).toEqual(['… and its counter exact']);
  expect(missedGoals({ hotPost: { ...findings.hotPost!, toFloor: 0.59 } })).toEqual([
    'one post, 5000 likes at once: ≥ 60 % of bare group commits',
  ]);
  expect(missedGoals({ publishing: { plain: 2, listed: 2.3 } })).toEqual([
    'publish with topics and a club: p50 ≤ 1.1 × a plain post',
  ]);
  expect(missedGoals({ publicPages: { ...findings.publicPages!, toBare: 0.59 } })).toEqual([
    'public page: ≥ 60 % of bare node:http',
  ]);
  expect(missedGoals({ publicPages: { ...findings.publicPages!, coldP99: 31 } })).toEqual([
    '… p99 of the first read ≤ 30 ms',
  ]);
  expect(missedGoals({ memoryIdle: 201e6 })).toEqual(['memory, idle: ≤ 200 MB']);
  expect(missedGoals({ coldStart: 1_501 })).toEqual(['cold start: ≤ 1.5 s']);
  const { cut, restart } = findings.streams!;
  const missedStreams = (change: Partial<NonNullable<Findings['streams']>>) =>
    missedGoals({ streams: { ...findings.streams!, ...change } });
  expect(missedStreams({ bytesEach: 20_001 })).toEqual(['10000 streams: ≤ 20 KB each']);
  expect(missedStreams({ toAll: 1001 })).toEqual(['… an event to all ≤ 1 s']);
  expect(missedStreams({ busyP99: 6.1 })).toEqual(['… p99 of other feeds ≤ 3 × meanwhile']);
  expect(missedStreams({ cut: { ...cut, backAfter: 10_001 } })).toEqual([
    '5000 come back after a cut within 10 s',
  ]);
  for (const fault of [{ lost: 1 }, { doubled: 1 }, { resyncs: 1 }]) {
    expect(missedStreams({ cut: { ...cut, ...fault } })).toEqual(['… with nothing lost or received twice']);
  }
  expect(missedStreams({ restart: { ...restart, resyncs: 4999 } })).toEqual(['… each sent resync']);
  const missedBurst = (change: Partial<NonNullable<Findings['burst']>>) =>
    missedGoals({ burst: { ...findings.burst!, ...change } });
  expect(missedBurst({ took: 10_001 })).toEqual([
    'a goal (2000 posts, 3000 likes, 1000 comments, 5000 pages): ≤ 10 s',
  ]);
  expect(missedBurst({ wrong: 1 })).toEqual(['… nothing is missing or doubled']);
  expect(missedBurst({ busyP99: 8.1 })).toEqual(['… p99 of feeds ≤ 4 × meanwhile']);
  expect(missedBurst({ toAll: Infinity })).toEqual(['… every page told within 2 s']);
  const growth = [{ what: 'search', small: 2, big: 31, limit: 30 }];
  expect(missedGoals({ growth })).toEqual(['big site, search: ≤ 30 ms']);
  const twoProcesses = [{ what: 'a like', perSecond: 800, limit: 1.25, one: 100, two: 126, share: 90 }];
  expect(missedGoals({ twoProcesses })).toEqual([
    'two processes, a like, 800 a second each: ≤ 1.25 × the CPU of one',
  ]);
  const scale = [{ what: 'siguiendo, first read', small: 100, big: 131 }];
  expect(missedGoals({ scale })).toEqual(['big site, siguiendo, first read: ≤ 1.3 × the small one’s CPU']);
});
