import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it, vi } from 'vitest';

import { DiskFiles } from './disk-files.ts';
import { removeDraftsHourly } from './drafts.ts';
import { FilesUnavailable } from './files.ts';

const hour = 3_600_000;
afterEach(() => void vi.useRealTimers());

it('drafts that were too young to be removed at the start are removed later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = await mkdtemp(join(tmpdir(), 'tablon-drafts-'));
  const drafts = join(folder, '.drafts');
  await mkdir(drafts);
  for (const name of ['old', 'young']) await writeFile(join(drafts, name), 'half');
  const files = new DiskFiles(folder);
  await files.check();
  const end = removeDraftsHourly(files, (error) => expect.unreachable(String(error)));
  const twoHoursAgo = new Date(Date.now() - 2 * hour);
  await utimes(join(drafts, 'old'), twoHoursAgo, twoHoursAgo);
  expect(await readdir(drafts)).toEqual(['old', 'young']);
  vi.advanceTimersByTime(hour);
  await expect.poll(() => readdir(drafts)).toEqual(['young']);
  end();
  await rm(folder, { recursive: true });
});

it('a store that fails is tried again an hour later, until the end', async () => {
  vi.useFakeTimers();
  let checks = 0;
  const failure = new FilesUnavailable('full');
  const failures: unknown[] = [];
  const check = async () => {
    if (++checks === 1) throw failure;
  };
  const end = removeDraftsHourly({ check }, (error) => failures.push(error));
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect([checks, failures]).toEqual([2, [failure]]);
  end();
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(checks).toBe(2);
});
