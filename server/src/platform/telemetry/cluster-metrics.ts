import type { Worker } from 'node:cluster';

import { AggregatorRegistry, type Registry } from 'prom-client';

type Question = { readonly metricsFor: number };
type Answer = { readonly metricsOf: number; readonly text: string | null };

const answerMs = 6_000;

export function metricsAnswerer(): (message: unknown, worker: Worker) => void {
  const all = new AggregatorRegistry();
  return (message, worker) => {
    const { metricsFor } = message as Partial<Question>;
    if (metricsFor === undefined) return;
    const answer = (text: string | null) =>
      worker.send({ metricsOf: metricsFor, text } satisfies Answer, () => {});
    // A worker that exits meanwhile does not answer.
    all.clusterMetrics().then(answer, () => answer(null));
  };
}

/** For a worker; falls back to its own metrics when the parent does not answer. */
export function clusterMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry);
  // The constructor makes this process answer the parent.
  void new AggregatorRegistry();
  let count = 0;
  return () =>
    new Promise((resolve) => {
      const metricsFor = ++count;
      const finish = (text: string | null) => {
        clearTimeout(timer);
        process.off('message', hear);
        resolve(text ?? registry.metrics());
      };
      const hear = (message: unknown) => {
        const { metricsOf, text } = message as Partial<Answer>;
        if (metricsOf === metricsFor) finish(text ?? null);
      };
      const timer = setTimeout(() => finish(null), answerMs);
      process.on('message', hear);
      process.send?.({ metricsFor } satisfies Question);
    });
}
