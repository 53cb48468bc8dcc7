import type { Limits } from './limits/limits.ts';
import { median, type RunResult } from './load/latencies.ts';
import type { Load } from './load/load.ts';
import { prepareAnswers, type Scenario, type Targets } from './scenarios.ts';
import { cpuOf, cpuOfProcess, type Halves } from './setting/processes.ts';
import type { BenchSite, Visitor } from './setting/site.ts';

export type RoundOptions = { rounds: number; milliseconds: number; connections: number };

type Cost = Halves;
export type Measurement = { rate: number; p50: number; p99: number; cost: Cost };

export type ScenarioResult = {
  name: string;
  goal: number;
  bareGoal: number | undefined;
  site: Measurement;
  floor: Measurement;
  bare: Measurement;
  /** Ratios of requests per second: medians over the rounds. */
  toFloor: number;
  toBare: number;
  bytes: number;
  /** Bytes: the site's maximum over its runs. */
  memory: number;
};

type Setting = {
  site: BenchSite;
  load: Load;
  limits: Limits;
  visitors: readonly Visitor[];
  targets: Targets;
};
type Run = { result: RunResult; cost: Cost };

export async function measureScenario(
  scenario: Scenario,
  { site, load, limits, visitors, targets }: Setting,
  { rounds, milliseconds, connections }: RoundOptions,
): Promise<ScenarioResult> {
  const { name } = scenario;
  const answers = await prepareAnswers(scenario, site, visitors, targets);
  await limits.prepare(scenario.floor, answers);
  await load.prepare(
    name,
    visitors.flatMap((visitor, i) => scenario.requests(visitor, i, targets)),
  );

  const databaseCpu = () => cpuOf(site.pid).postgres;
  const subjects = {
    site: { port: site.port, cpu: () => cpuOf(site.pid) },
    floor: {
      port: limits.ports.floor,
      cpu: () => ({ node: cpuOfProcess(limits.pid), postgres: databaseCpu() }),
    },
    bare: { port: limits.ports.bare, cpu: () => ({ node: cpuOfProcess(limits.pid), postgres: 0 }) },
  };
  const settle = async () => {
    if (scenario.leavesJobs) await site.drainJobs();
  };
  const run = async ({ port, cpu }: (typeof subjects)['site'], ms: number): Promise<Run> => {
    const before = cpu();
    const result = await load.run(name, { port, connections, milliseconds: ms });
    // The jobs of a request are part of its cost.
    if (port === site.port) await settle();
    const after = cpu();
    const each = (half: keyof Halves) => (1000 * (after[half] - before[half])) / Math.max(1, result.requests);
    return { result, cost: { node: each('node'), postgres: each('postgres') } };
  };

  for (const subject of Object.values(subjects)) await run(subject, milliseconds);
  const runs: Record<keyof typeof subjects, Run[]> = { site: [], floor: [], bare: [] };
  let memory = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [who, subject] of Object.entries(subjects)) {
      runs[who as keyof typeof subjects].push(await run(subject, milliseconds));
      if (who === 'site') memory = Math.max(memory, sum(await site.memory()));
    }
  }
  const ratio = (to: 'floor' | 'bare') =>
    median(runs.site.map((own, i) => own.result.rate / (runs[to][i]?.result.rate ?? 0)));
  const sizes = [...answers.values()].map(({ body }) => body.length);
  return {
    name,
    goal: scenario.goal,
    bareGoal: scenario.bareGoal,
    site: middle(runs.site),
    floor: middle(runs.floor),
    bare: middle(runs.bare),
    toFloor: ratio('floor'),
    toBare: ratio('bare'),
    bytes: Math.round(median(sizes)),
    memory,
  };
}

function middle(runs: readonly Run[]): Measurement {
  const of = (value: (run: Run) => number) => median(runs.map(value));
  return {
    rate: of(({ result }) => result.rate),
    p50: of(({ result }) => result.p50),
    p99: of(({ result }) => result.p99),
    cost: { node: of(({ cost }) => cost.node), postgres: of(({ cost }) => cost.postgres) },
  };
}

export function sum({ node, postgres }: Halves): number {
  return node + postgres;
}
