import { setTimeout as wait } from 'node:timers/promises';

import { median, percentile } from '../load/latencies.ts';
import type { StreamsCheck } from '../load/streams-child.ts';
import { Streams } from '../load/streams.ts';
import { sum } from '../rounds.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';
import { growth, type Sample } from './growth.ts';
import { Traffic } from './traffic.ts';

export type SoakResult = {
  minutes: number;
  calls: number;
  failures: number;
  failure: string | null;
  p50: number;
  p99: number;
  posts: number;
  reconnects: number;
  received: StreamsCheck;
  heap: Growth;
  memory: Growth;
};

/** Bytes after the warm-up and at the end; `perHour` by linear regression. */
export type Growth = { first: number; last: number; perHour: number };

const streamCount = 500;
const sampleMs = 10_000;
const cutMs = 5_000;

/** The first fifth of the time is a warm-up, without measurements of memory. */
export async function soak(
  site: BenchSite,
  visitors: readonly Visitor[],
  minutes: number,
  say: (text: string) => void,
): Promise<SoakResult> {
  const streams = new Streams();
  const traffic = new Traffic(site, visitors);
  const heap: Sample[] = [];
  const memory: Sample[] = [];
  try {
    await streams.open(
      site.port,
      visitors.slice(0, streamCount).map(({ cookie }) => cookie),
    );
    const start = performance.now();
    const end = start + minutes * 60_000;
    const running = traffic.run(end);
    let reconnects = 0;
    const cutting = every(cutMs, end, async () => {
      const count = Math.random() < 0.1 ? streamCount : Math.ceil(streamCount / 20);
      await streams.cut(count);
      reconnects += count;
      await streams.allOpen();
    });
    const watching = every(sampleMs, end, async () => {
      const at = performance.now() - start;
      heap.push({ at, bytes: await site.heap() });
      memory.push({ at, bytes: sum(await site.memory()) });
      const last = heap.at(-1)?.bytes ?? 0;
      say(
        `${(at / 60_000).toFixed(1)} min: ${traffic.latencies.length} calls, heap ${(last / 1e6).toFixed(1)} MB`,
      );
    });
    await Promise.all([running, cutting, watching]);
    await streams.allOpen();
    await wait(2_000);
    const latencies = Float64Array.from(traffic.latencies).sort();
    return {
      minutes,
      calls: latencies.length,
      failures: traffic.failures.length,
      failure: traffic.failures[0] ?? null,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      posts: traffic.published.length,
      reconnects,
      received: await streams.check(traffic.published),
      heap: summary(heap),
      memory: summary(memory),
    };
  } finally {
    streams.close();
  }
}

function summary(samples: readonly Sample[]): Growth {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const edge = Math.max(1, Math.floor(warm.length / 5));
  const middle = (some: readonly Sample[]) => median(some.map(({ bytes }) => bytes));
  return { first: middle(warm.slice(0, edge)), last: middle(warm.slice(-edge)), perHour: growth(warm) };
}

async function every(milliseconds: number, end: number, act: () => Promise<void>): Promise<void> {
  while (performance.now() + milliseconds < end) {
    await wait(milliseconds);
    await act();
  }
}
