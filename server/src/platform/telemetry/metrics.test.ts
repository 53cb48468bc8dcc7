import { AggregatorRegistry, Registry } from 'prom-client';
import { expect, it } from 'vitest';

import { registerByLabel, registerMetric } from './metrics.ts';
import { trafficMetrics } from './traffic.ts';

it('each number is read at the scrape', async () => {
  const registry = new Registry();
  let value: number | null = 1.5;
  let byKind: Record<string, number> = { x: 1, 'q"\\\n': 2 };
  registerMetric(registry, 'gauge', 'a', 'One.', () => value);
  registerByLabel(registry, 'counter', 'b_total', 'Two.', 'kind', () => byKind);
  expect(await samplesOf(registry)).toEqual([
    'a 1.5',
    'b_total{kind="x"} 1',
    'b_total{kind="q\\"\\\\\\n"} 2',
  ]);
  expect(await registry.metrics()).toContain('# HELP b_total Two.\n# TYPE b_total counter\n');
  value = null;
  byKind = { x: 3 };
  expect(await samplesOf(registry)).toEqual(['b_total{kind="x"} 3']);
});

it('answers are counted by status and in cumulative duration buckets', async () => {
  const registry = new Registry();
  const observerOf = trafficMetrics(registry);
  const observe = observerOf('getFeed');
  observerOf('unused');
  for (const [status, ms] of [
    [200, 0.5],
    [200, 5],
    [429, 30],
    [200, 60_000],
  ] as const) {
    observe(status, ms);
  }
  expect(await samplesOf(registry)).toEqual([
    'tablon_requests_total{call="getFeed",status="200"} 3',
    'tablon_requests_total{call="getFeed",status="429"} 1',
    'tablon_request_seconds_bucket{le="0.001",call="getFeed"} 1',
    'tablon_request_seconds_bucket{le="0.0025",call="getFeed"} 1',
    'tablon_request_seconds_bucket{le="0.005",call="getFeed"} 2',
    'tablon_request_seconds_bucket{le="0.01",call="getFeed"} 2',
    'tablon_request_seconds_bucket{le="0.025",call="getFeed"} 2',
    'tablon_request_seconds_bucket{le="0.05",call="getFeed"} 3',
    'tablon_request_seconds_bucket{le="0.1",call="getFeed"} 3',
    'tablon_request_seconds_bucket{le="0.25",call="getFeed"} 3',
    'tablon_request_seconds_bucket{le="1",call="getFeed"} 3',
    'tablon_request_seconds_bucket{le="10",call="getFeed"} 3',
    'tablon_request_seconds_bucket{le="+Inf",call="getFeed"} 4',
    'tablon_request_seconds_sum{call="getFeed"} 60.0355',
    'tablon_request_seconds_count{call="getFeed"} 4',
  ]);
});

it('the answers of several processes are added up', async () => {
  const registries = [new Registry(), new Registry()];
  for (const registry of registries) {
    const observe = trafficMetrics(registry)('getFeed');
    observe(200, 0.5);
    observe(200, 20);
  }
  const all = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
  const samples = await samplesOf(AggregatorRegistry.aggregate(all));
  expect(samples).toContain('tablon_requests_total{call="getFeed",status="200"} 4');
  expect(samples).toContain('tablon_request_seconds_bucket{le="0.001",call="getFeed"} 2');
  expect(samples).toContain('tablon_request_seconds_count{call="getFeed"} 4');
});

async function samplesOf(registry: Registry): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}
