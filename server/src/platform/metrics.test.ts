import { expect, it } from 'vitest';

import { labelled, metricsText, single } from './metrics.ts';
import { RouteStats, trafficMetrics } from './traffic.ts';

it('writes what Prometheus reads', () => {
  const metrics = [
    single('gauge', 'a', 'One.', 1.5),
    labelled('counter', 'b_total', 'Two.', 'kind', { x: 1, 'q"\\\n': 2 }),
    labelled('gauge', 'nothing', 'None.', 'kind', {}),
  ];
  expect(metricsText(metrics)).toBe(
    [
      '# HELP a One.\n# TYPE a gauge\na 1.5\n',
      '# HELP b_total Two.\n# TYPE b_total counter\nb_total{kind="x"} 1\n',
      'b_total{kind="q\\"\\\\\\n"} 2\n',
    ].join(''),
  );
});

it('counts answers by status, and how long they took in steps that add up', () => {
  const stats = new RouteStats('getFeed');
  for (const [status, ms] of [
    [200, 0.5],
    [200, 5],
    [429, 30],
    [200, 60_000],
  ] as const) {
    stats.observe(status, ms);
  }
  const text = metricsText(trafficMetrics([stats, new RouteStats('unused')]));
  expect(text).toContain('tablon_requests_total{call="getFeed",status="200"} 3\n');
  expect(text).toContain('tablon_requests_total{call="getFeed",status="429"} 1\n');
  expect(text).toContain('tablon_request_seconds_bucket{call="getFeed",le="0.001"} 1\n');
  expect(text).toContain('tablon_request_seconds_bucket{call="getFeed",le="0.005"} 2\n');
  expect(text).toContain('tablon_request_seconds_bucket{call="getFeed",le="10"} 3\n');
  expect(text).toContain('tablon_request_seconds_bucket{call="getFeed",le="+Inf"} 4\n');
  expect(text).toContain('tablon_request_seconds_sum{call="getFeed"} 60.0355\n');
  expect(text).toContain('tablon_request_seconds_count{call="getFeed"} 4\n');
  expect(text).not.toContain('unused');
});
