import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { film } from '../films.ts';
import { worstFilms, worstWebMs } from '../worst-videos.ts';
import type { Cost } from './clean-videos-process.ts';

const program = join(import.meta.dirname, 'clean-videos-process.ts');
const atOnce = 5;
const folder = await mkdtemp(join(tmpdir(), 'tablon-video-costs-'));
afterAll(() => rm(folder, { recursive: true }));

/** Cleans five copies at once, in another process. */
async function costOf(kind: 'mp4' | 'webm', file: Buffer): Promise<Cost> {
  const args = [program];
  for (let i = 0; i < atOnce; i++) {
    const path = join(folder, String(i));
    await writeFile(path, file);
    args.push(kind, path);
  }
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Cost;
}

let least: Cost;
beforeAll(async () => {
  least = await costOf('mp4', film());
});

const all = [
  ...Object.entries(worstFilms).map(([name, make]) => ['mp4', name, make] as const),
  ...Object.entries(worstWebMs).map(([name, make]) => ['webm', name, make] as const),
];

describe('five videos at once cost at most 64 MB, half a second each and no stall of 100 ms', () => {
  it.each(all)('%s: %s', async (kind, _, make) => {
    const { cpuMs, stallMs, peakBytes } = await costOf(kind, make());
    expect.soft((peakBytes - least.peakBytes) / 1e6).toBeLessThan(64);
    expect.soft(cpuMs / atOnce).toBeLessThan(500);
    expect.soft(stallMs).toBeLessThan(100);
  });
});
