import type { ServerResponse } from 'node:http';

/** The average speed at which a client must read an answer, once `graceMs` are over. */
export type Pace = { graceMs: number; bytesPerSecond: number };

const checkEveryMs = 1_000;

/**
 * Closes the connection of a client that reads an answer too slowly. An idle time-out is not enough: a byte now and
 * then would keep the answer open forever.
 */
export function cutSlowReader(response: ServerResponse, { graceMs, bytesPerSecond }: Pace): void {
  const { socket } = response;
  if (!socket) return;
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  const checking = setInterval(
    () => {
      const sent = socket.bytesWritten - before;
      const allowedMs = graceMs + (sent / bytesPerSecond) * 1_000;
      if (performance.now() - startedAt > allowedMs) response.destroy();
    },
    Math.min(checkEveryMs, graceMs),
  );
  response.once('close', () => clearInterval(checking));
}
