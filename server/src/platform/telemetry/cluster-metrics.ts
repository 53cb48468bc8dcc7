import type { Worker } from 'node:cluster';

import { AggregatorRegistry, type Registry } from 'prom-client';

type Question = { readonly metricsFor: number };
/** `text` is null when a worker did not answer. */
type Answer = { readonly metricsOf: number; readonly text: string | null };

/** Longer than the parent waits for the workers. */
const answerMs = 6_000;

/** In the parent: answers a worker that asks for the metrics of all workers. */
export function metricsAnswerer(): (message: unknown, worker: Worker) => void {
  const all = new AggregatorRegistry();
  return (message, worker) => {
    const { metricsFor } = message as Partial<Question>;
    if (metricsFor === undefined) return;
    const answer = (text: string | null) =>
      worker.send({ metricsOf: metricsFor, text } satisfies Answer, () => {});
    // A worker that ends meanwhile does not answer.
    all.clusterMetrics().then(answer, () => answer(null));
  };
}

/** In a worker: the metrics of all workers, from the parent; when that fails, its own. */
export function clusterMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry);
  // Its constructor makes this process answer the parent.
  void new AggregatorRegistry();
  let count = 0;
  return () =>
    new Promise((resolve) => {
      const metricsFor = ++count;
      const done = (text: string | null) => {
        clearTimeout(timer);
        process.off('message', hear);
        resolve(text ?? registry.metrics());
      };
      const hear = (message: unknown) => {
        const { metricsOf, text } = message as Partial<Answer>;
        if (metricsOf === metricsFor) done(text ?? null);
      };
      const timer = setTimeout(() => done(null), answerMs);
      process.on('message', hear);
      process.send?.({ metricsFor } satisfies Question);
    });
}
