import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

// Not the lowest: while the heap is collected, the main thread may wait for them.
const niceness = 10;
const folder = '/proc/self/task';

/**
 * On Linux, the threads that collect garbage and compile get a core after everybody else who wants it. Where
 * cores are few, the main thread would wait for them, and all requests with it
 * (docs/decisions/0079-short-waits-for-garbage.md).
 * @throws where threads are not shown or the system forbids it
 */
export function lowerV8Threads(): void {
  if (process.platform !== 'linux') return;
  for (const id of readdirSync(folder))
    if (readFileSync(join(folder, id, 'comm'), 'utf8').trim() === 'V8Worker')
      setPriority(Number(id), niceness);
}
