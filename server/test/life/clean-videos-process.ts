import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

import { cleanVideo } from '../../src/platform/files/videos.ts';

// Cleans the videos of the arguments, `kind path` pairs, all at once. The stall is measured in CPU time, so
// that a busy machine does not lengthen it.
export type Cost = { accepted: boolean[]; cpuMs: number; stallMs: number; peakBytes: number };

const [, , ...args] = process.argv;
let stallMs = 0;
let last = process.threadCpuUsage();
const look = () => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  stallMs = Math.max(stallMs, (user + system) / 1_000);
};
const before = process.cpuUsage();
const timer = setInterval(look, 1);
const runs: Promise<boolean>[] = [];
for (let i = 0; i < args.length; i += 2) runs.push(clean(args[i] as 'mp4' | 'webm', args[i + 1] ?? ''));
const results = await Promise.all(runs);
look();
clearInterval(timer);
const { user, system } = process.cpuUsage(before);
const cost: Cost = {
  accepted: results,
  cpuMs: (user + system) / 1_000,
  stallMs,
  peakBytes: peakMemory(),
};
process.stdout.write(JSON.stringify(cost));

// `resourceUsage()` includes the parent's memory, from before `exec`.
function peakMemory(): number {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(peak?.[1]) * 1_024;
}

async function clean(kind: 'mp4' | 'webm', path: string): Promise<boolean> {
  const draft = await open(path, 'r+');
  try {
    return (await cleanVideo(kind, draft)) !== null;
  } finally {
    await draft.close();
  }
}
