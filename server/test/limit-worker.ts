import { DistributedRateLimiter } from '../src/platform/concurrency/distributed-rate-limiter.ts';
import type { Limit } from '../src/platform/concurrency/rate-limiter.ts';
import { RemoteWindows } from '../src/platform/concurrency/remote-windows.ts';

export type Task = { readonly key: string; readonly limits: readonly Limit[]; readonly tries: number };

// A process whose parent counts its limits. Replies to each task with the number of attempts that passed.
const [, , answerMs] = process.argv;
const windows = new RemoteWindows((message) => process.send!(message), Number(answerMs));
const limiter = new DistributedRateLimiter({ windows, instances: () => 3 });

process.on('message', (message) => {
  if (!windows.receive(message)) void work(message as Task);
});

async function work({ key, limits, tries }: Task): Promise<void> {
  const waits = await Promise.all(Array.from({ length: tries }, () => limiter.take(key, limits)));
  process.send!({ passed: waits.filter((wait) => wait === 0).length });
}
