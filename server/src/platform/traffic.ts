import type { Metric, Sample } from './metrics.ts';

/** The upper bounds of the steps, in milliseconds. */
const bounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 10_000];

/** How often a route was answered, with which status and how fast. Counting costs some tens of nanoseconds. */
export class RouteStats {
  readonly name: string;
  readonly #byStatus = new Map<number, number>();
  readonly #steps = new Float64Array(bounds.length + 1);
  #sumMs = 0;

  constructor(name: string) {
    this.name = name;
  }

  observe(status: number, ms: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    let step = 0;
    while (step < bounds.length && ms > (bounds[step] ?? 0)) step++;
    this.#steps[step] = (this.#steps[step] ?? 0) + 1;
    this.#sumMs += ms;
  }

  get counts(): Sample[] {
    return Array.from(this.#byStatus, ([status, value]) => ({
      labels: { call: this.name, status: String(status) },
      value,
    }));
  }

  get durations(): Sample[] {
    if (this.#byStatus.size === 0) return [];
    let upTo = 0;
    const buckets = Array.from(this.#steps, (count, step) => {
      upTo += count;
      const bound = bounds[step];
      const le = bound === undefined ? '+Inf' : String(bound / 1000);
      return { part: '_bucket', labels: { call: this.name, le }, value: upTo };
    });
    const labels = { call: this.name };
    return [
      ...buckets,
      { part: '_sum', labels, value: this.#sumMs / 1000 },
      { part: '_count', labels, value: upTo },
    ];
  }
}

export function trafficMetrics(routes: Iterable<RouteStats>): Metric[] {
  const all = [...routes];
  return [
    {
      name: 'tablon_requests_total',
      help: 'Answers by call and status; 429 is a limit that was passed.',
      type: 'counter',
      samples: all.flatMap((route) => route.counts),
    },
    {
      name: 'tablon_request_seconds',
      help: 'How long answers took, by call.',
      type: 'histogram',
      samples: all.flatMap((route) => route.durations),
    },
  ];
}
