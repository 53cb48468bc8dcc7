import { Connection } from './connection.ts';
import { Latencies, percentile, type RunResult } from './latencies.ts';

export type Order =
  | { kind: 'prepare'; name: string; requests: readonly string[] }
  | {
      kind: 'run';
      name: string;
      port: number;
      connections: number;
      milliseconds: number | 'once';
      perSecond?: number;
    };

const requestsByName = new Map<string, Buffer[]>();
// By scenario, where each connection continues in the next run: varied requests stay varied from run to run.
const places = new Map<string, number[]>();

process.on('message', (order: Order) => void obey(order));
process.on('disconnect', () => process.exit());
// Ctrl+C in the terminal reaches this process too; its parent stops it.
process.on('SIGINT', () => {});

async function obey(order: Order): Promise<void> {
  if (order.kind === 'prepare') {
    requestsByName.set(
      order.name,
      order.requests.map((request) => Buffer.from(request)),
    );
    process.send?.('prepared');
  } else {
    process.send?.(await run(order));
  }
}

async function run(order: Order & { kind: 'run' }): Promise<RunResult> {
  const { name, port, connections, milliseconds, perSecond = Infinity } = order;
  const everyMs = (1_000 * connections) / perSecond;
  const requests = requestsByName.get(name) ?? [];
  const latencies = new Latencies();
  const failures: string[] = [];
  const once = milliseconds === 'once';
  const starts = once ? [] : (places.get(name) ?? []);
  let endCount = 0;
  let allEnded = () => {};
  const events = {
    answered: (time: number) => latencies.add(time),
    failed: (why: string) => void failures.push(why),
    ended: () => void (++endCount === connections && allEnded()),
  };
  const open = Array.from({ length: connections }, (_, i) => {
    // Each connection has its own range of the requests, in order.
    const from = Math.floor((requests.length * i) / connections);
    const to = Math.floor((requests.length * (i + 1)) / connections);
    const own = requests.slice(from, to);
    const start = (starts[i] ?? 0) % Math.max(1, own.length);
    return new Connection({ port, requests: own, from: start, once, everyMs }, events);
  });
  await Promise.all(open.map((connection) => connection.opened()));
  const start = performance.now();
  const over = new Promise<void>((resolve) => (allEnded = resolve));
  for (const [i, connection] of open.entries())
    setTimeout(() => connection.send(), (everyMs * i) / connections);
  if (!once) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  else await over;
  const seconds = (performance.now() - start) / 1000;
  const { count } = latencies;
  if (!once) {
    for (const connection of open) connection.stop();
    await over;
    places.set(
      name,
      open.map(({ next }) => next),
    );
  }
  const sortedLatencies = latencies.sorted(count);
  return {
    rate: count / seconds,
    requests: count,
    p50: percentile(sortedLatencies, 0.5),
    p99: percentile(sortedLatencies, 0.99),
    failures: failures.length,
    failure: failures[0] ?? null,
  };
}
