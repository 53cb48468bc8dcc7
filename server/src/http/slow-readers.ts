import type { ServerResponse } from 'node:http';

export type Pace = { graceMs: number; bytesPerSecond: number };

const checkEveryMs = 1_000;

/** An idle time-out is not enough: one byte now and then would keep the answer open forever. */
export function cutSlowReader(response: ServerResponse, { graceMs, bytesPerSecond }: Pace): void {
  const { socket } = response;
  if (!socket || response.destroyed) return;
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  const checking = setInterval(
    () => {
      const sentBytes = socket.bytesWritten - before;
      const allowedMs = graceMs + (sentBytes / bytesPerSecond) * 1_000;
      if (performance.now() - startedAt > allowedMs) response.destroy();
    },
    Math.min(checkEveryMs, graceMs),
  );
  response.once('close', () => clearInterval(checking));
}
