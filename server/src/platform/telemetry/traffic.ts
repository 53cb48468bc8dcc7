import type { Metric, Registry } from 'prom-client';

import { registerSamples } from './metrics.ts';

const durations = 'tablon_request_seconds';
const bucketsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 10_000];

export type Observe = (status: number, ms: number) => void;

/** Counted here: prom-client takes a fiftieth of a cached answer to look up both metrics (decision 0072). */
class Traffic {
  readonly byStatus = new Map<number, number>();
  /** Answers by the first bucket that they fit; the last element counts those that fit none. */
  readonly byBucket = new Float64Array(bucketsMs.length + 1);
  totalMs = 0;

  add(status: number, ms: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < bucketsMs.length && ms > (bucketsMs[bucket] ?? 0)) bucket++;
    this.byBucket[bucket] = (this.byBucket[bucket] ?? 0) + 1;
    this.totalMs += ms;
  }
}

export function trafficMetrics(registry: Registry): (call: string) => Observe {
  const calls = new Map<string, Traffic>();
  registerSamples(
    registry,
    'counter',
    {
      name: 'tablon_requests_total',
      help: 'Answers by call and status; 429 means rate-limited.',
      labelNames: ['call', 'status'],
      aggregator: 'sum',
    },
    async (add) => {
      for (const [call, { byStatus }] of calls)
        for (const [status, count] of byStatus) add({ call, status: String(status) }, count);
    },
  );
  const seconds = {
    name: durations,
    help: 'How long answers took, by call.',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      ...seconds,
      values: [...calls].flatMap(([call, traffic]) => samplesOf(call, traffic)),
    }),
  };
  // The registry asks for no more than this; its aggregates are such objects too.
  registry.registerMetric(seconds as unknown as Metric);
  return (call) => {
    const traffic = calls.get(call) ?? new Traffic();
    calls.set(call, traffic);
    return (status, ms) => traffic.add(status, ms);
  };
}

type Sample = { metricName: string; labels: Record<string, string | number>; value: number };

function samplesOf(call: string, { byBucket, totalMs }: Traffic): Sample[] {
  let count = 0;
  const buckets = Array.from(byBucket, (answers, i) => {
    count += answers;
    const ms = bucketsMs[i];
    const le = ms === undefined ? '+Inf' : ms / 1_000;
    return { metricName: `${durations}_bucket`, labels: { le, call }, value: count };
  });
  if (count === 0) return [];
  return [
    ...buckets,
    { metricName: `${durations}_sum`, labels: { call }, value: totalMs / 1_000 },
    { metricName: `${durations}_count`, labels: { call }, value: count },
  ];
}
