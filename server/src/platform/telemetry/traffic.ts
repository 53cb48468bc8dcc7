import { Counter, Histogram, type Registry } from 'prom-client';

const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10];

export type Observe = (status: number, ms: number) => void;

export function trafficMetrics(registry: Registry): (call: string) => Observe {
  const requests = new Counter({
    name: 'tablon_requests_total',
    help: 'Answers by call and status; 429 means rate-limited.',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'tablon_request_seconds',
    help: 'How long answers took, by call.',
    labelNames: ['call'],
    buckets: bucketSeconds,
    registers: [registry],
  });
  return (call) => {
    const durations = seconds.labels({ call });
    const counts = new Map<number, Counter.Internal>();
    return (status, ms) => {
      const count = counts.get(status) ?? requests.labels({ call, status });
      counts.set(status, count);
      count.inc();
      durations.observe(ms / 1000);
    };
  };
}
