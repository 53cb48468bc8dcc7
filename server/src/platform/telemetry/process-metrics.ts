import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

import type { Registry } from 'prom-client';

import { registerByLabel, registerMetric } from './metrics.ts';

/** The delay of the event loop is measured from scrape to scrape. */
export function watchProcess(registry: Registry): { stop: () => void } {
  const resolutionMs = 20;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  registerByLabel(
    registry,
    'gauge',
    'tablon_event_loop_delay_seconds',
    'Delay of the event loop since the last scrape.',
    'quantile',
    () => {
      // The measured interval includes the timer's own resolution.
      const late = (nanoseconds: number) =>
        delay.count === 0 ? 0 : Math.max(nanoseconds / 1e6 - resolutionMs, 0) / 1e3;
      const quantiles = {
        '0.5': late(delay.percentile(50)),
        '0.99': late(delay.percentile(99)),
        '1': late(delay.max),
      };
      delay.reset();
      return quantiles;
    },
    'max',
  );
  registerMetric(
    registry,
    'counter',
    'tablon_event_loop_active_seconds_total',
    'Time in which the event loop was busy.',
    () => performance.eventLoopUtilization().active / 1e3,
  );
  registerMetric(registry, 'counter', 'process_cpu_seconds_total', 'Processor time.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const memory = (name: string, help: string, part: 'rss' | 'heapUsed' | 'external') =>
    registerMetric(registry, 'gauge', name, help, () => process.memoryUsage()[part]);
  memory('process_resident_memory_bytes', 'Memory of the process.', 'rss');
  memory('nodejs_heap_used_bytes', 'Memory of JavaScript objects, garbage included.', 'heapUsed');
  memory('nodejs_external_memory_bytes', 'Memory of buffers and the like.', 'external');
  registerMetric(
    registry,
    'gauge',
    'process_start_time_seconds',
    'When the process was started.',
    () => performance.timeOrigin / 1e3,
    'min',
  );
  return { stop: () => delay.disable() };
}
