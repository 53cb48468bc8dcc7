import { Counter, Gauge, type Registry } from 'prom-client';

type Kind = 'counter' | 'gauge';

/** Registers a metric with one number, read at each scrape; no sample while `read` returns null. */
export function single(
  registry: Registry,
  type: Kind,
  name: string,
  help: string,
  read: () => number | null,
): void {
  sampled(registry, type, { name, help, labelNames: [] }, (add) => {
    const value = read();
    if (value !== null) add({}, value);
  });
}

export function labelled(
  registry: Registry,
  type: Kind,
  name: string,
  help: string,
  label: string,
  read: () => Readonly<Record<string, number>>,
): void {
  sampled(registry, type, { name, help, labelNames: [label] }, (add) => {
    for (const [key, value] of Object.entries(read())) add({ [label]: key }, value);
  });
}

type Add = (labels: Record<string, string>, value: number) => void;

function sampled(
  registry: Registry,
  type: Kind,
  about: { name: string; help: string; labelNames: string[] },
  sample: (add: Add) => void,
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
        sample((labels, value) => counter.inc(labels, value));
      },
    });
  } else {
    const gauge: Gauge = new Gauge({
      ...options,
      collect: () => {
        clear(gauge);
        sample((labels, value) => gauge.set(labels, value));
      },
    });
  }
}
