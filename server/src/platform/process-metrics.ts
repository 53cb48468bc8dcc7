import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

import { type Metric, single } from './metrics.ts';

/** What the process itself uses. How late the event loop was is told since the last time that somebody asked. */
export function watchProcess(): { metrics: () => Metric[]; stop: () => void } {
  const resolutionMs = 20;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const metrics = () => {
    // It measures the pause between two looks, the wanted one included.
    const late = (nanoseconds: number) => Math.max(nanoseconds / 1e6 - resolutionMs, 0) / 1e3;
    const quantiles = { 0.5: delay.percentile(50), 0.99: delay.percentile(99), 1: delay.max };
    const samples = Object.entries(quantiles).map(([quantile, nanoseconds]) => ({
      labels: { quantile },
      value: delay.count === 0 ? 0 : late(nanoseconds),
    }));
    delay.reset();
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage();
    return [
      {
        name: 'tablon_event_loop_delay_seconds',
        help: 'How late the event loop was since the last look.',
        type: 'gauge',
        samples,
      },
      single(
        'counter',
        'tablon_event_loop_active_seconds_total',
        'Time in which the event loop was at work.',
        performance.eventLoopUtilization().active / 1e3,
      ),
      single('counter', 'process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
      single('gauge', 'process_resident_memory_bytes', 'Memory of the process.', memory.rss),
      single(
        'gauge',
        'nodejs_heap_used_bytes',
        'Memory of JavaScript objects, garbage included.',
        memory.heapUsed,
      ),
      single('gauge', 'nodejs_external_memory_bytes', 'Memory of buffers and the like.', memory.external),
      single(
        'gauge',
        'process_start_time_seconds',
        'When the process was started.',
        performance.timeOrigin / 1e3,
      ),
    ] satisfies Metric[];
  };
  return { metrics, stop: () => delay.disable() };
}
