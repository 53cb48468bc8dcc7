import { type Goal, goalLines, megabytes } from '../report.ts';
import type { Growth, SoakResult } from './soak.ts';

// Caches fill until everything has been read once.
const heapMayGrow = 1.15;

export function soakGoals({ failures, failure, received, reconnects, heap, memory }: SoakResult): Goal[] {
  const { readers, lost, doubled, disordered, resyncs } = received;
  const faults = `${lost} lost, ${doubled} twice, ${disordered} out of order, ${resyncs} resyncs`;
  return [
    { goal: 'every call answered', figure: failure ?? 'all', isMet: failures === 0 },
    {
      goal: `${readers} streams received every post, once and in order`,
      figure: faults,
      // A reconnecting client that missed an event meant only for open pages may get `resync`.
      isMet: lost + doubled + disordered === 0 && resyncs <= reconnects,
    },
    {
      goal: 'heap after the warm-up: grows by ≤ 15 %',
      figure: growthText(heap),
      isMet: heap.last <= heap.first * heapMayGrow,
    },
    { goal: 'memory in the end: ≤ 600 MB', figure: growthText(memory), isMet: memory.last <= 600e6 },
  ];
}

export function soakLines(result: SoakResult): string[] {
  const { minutes, calls, p50, p99, posts, reconnects, received } = result;
  return [
    '',
    `${minutes} minutes: ${calls} calls (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}), ${posts} posts sent to ${received.readers} streams, ${reconnects} reconnects`,
    ...goalLines(soakGoals(result)),
  ];
}

function growthText({ first, last, perHour }: Growth): string {
  return `${megabytes(first)} → ${megabytes(last)}, ${(perHour / 1e6).toFixed(1)} MB an hour`;
}
