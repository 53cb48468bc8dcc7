import { type Goal, goalLines, megabytes } from '../report.ts';
import type { Growth, SoakResult } from './soak.ts';

// Caches fill for as long as there is something that was not asked for yet.
const heapMayGrow = 1.15;

/** What has to hold after a soak, each with what was found. */
export function soakGoals({ failures, failure, told, reconnects, heap, memory }: SoakResult): Goal[] {
  const { readers, lost, doubled, disordered, resyncs } = told;
  const missed = `${lost} lost, ${doubled} twice, ${disordered} out of order, ${resyncs} anew`;
  return [
    { goal: 'every call answered', found: failure ?? 'all', met: failures === 0 },
    {
      goal: `${readers} streams told of every post, once and in order`,
      found: missed,
      // Who was away while something concerned them alone reads anew when they are back: nothing else may ask for it.
      met: lost + doubled + disordered === 0 && resyncs <= reconnects,
    },
    {
      goal: 'heap after the warm-up: grows by ≤ 15 %',
      found: growthText(heap),
      met: heap.last <= heap.first * heapMayGrow,
    },
    { goal: 'memory in the end: ≤ 600 MB', found: growthText(memory), met: memory.last <= 600e6 },
  ];
}

export function soakLines(result: SoakResult): string[] {
  const { minutes, calls, p50, p99, posts, reconnects, told } = result;
  return [
    '',
    `${minutes} minutes: ${calls} calls (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}), ${posts} posts told to ${told.readers} streams, ${reconnects} reconnects`,
    ...goalLines(soakGoals(result)),
  ];
}

function growthText({ first, last, perHour }: Growth): string {
  return `${megabytes(first)} → ${megabytes(last)}, ${(perHour / 1e6).toFixed(1)} MB an hour`;
}
