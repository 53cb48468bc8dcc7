import { Counter, Gauge, type Registry } from 'prom-client';

type Kind = 'counter' | 'gauge';

type Across = 'sum' | 'max' | 'min';
type Awaitable<T> = T | Promise<T>;

export function registerMetric(
  registry: Registry,
  type: Kind,
  name: string,
  help: string,
  read: () => Awaitable<number | null>,
  aggregator: Across = 'sum',
): void {
  registerSamples(registry, type, { name, help, labelNames: [], aggregator }, async (add) => {
    const value = await read();
    if (value !== null) add({}, value);
  });
}

export function registerByLabel(
  registry: Registry,
  type: Kind,
  name: string,
  help: string,
  label: string,
  read: () => Awaitable<Readonly<Record<string, number>>>,
  aggregator: Across = 'sum',
): void {
  registerSamples(registry, type, { name, help, labelNames: [label], aggregator }, async (add) => {
    for (const [key, value] of Object.entries(await read())) add({ [label]: key }, value);
  });
}

type Add = (labels: Record<string, string>, value: number) => void;

export function registerSamples(
  registry: Registry,
  type: Kind,
  about: { name: string; help: string; labelNames: string[]; aggregator: Across },
  sample: (add: Add) => Promise<void>,
): void {
  const options = { ...about, registers: [registry] };
  const clear = (metric: Counter | Gauge) => {
    metric.reset();
    // After a reset, a metric without labels would still report 0.
    if (about.labelNames.length === 0) metric.remove();
  };
  if (type === 'counter') {
    const counter: Counter = new Counter({
      ...options,
      collect: () => {
        clear(counter);
        return sample((labels, value) => counter.inc(labels, value));
      },
    });
  } else {
    const gauge: Gauge = new Gauge({
      ...options,
      collect: () => {
        clear(gauge);
        return sample((labels, value) => gauge.set(labels, value));
      },
    });
  }
}
