import type { ServerResponse } from 'node:http';

/** How much of an answer its reader has to take on the average, once `graceMs` are over. */
export type Pace = { graceMs: number; bytesPerSecond: number };

const lookMs = 1_000;

/**
 * Cuts the connection of a reader who takes an answer more slowly than that: silence alone is no bound, since a byte
 * now and then would hold the answer for ever.
 */
export function cutSlowReader(response: ServerResponse, { graceMs, bytesPerSecond }: Pace): void {
  const { socket } = response;
  if (!socket) return;
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  const looking = setInterval(
    () => {
      const sent = socket.bytesWritten - before;
      const allowedMs = graceMs + (sent / bytesPerSecond) * 1_000;
      if (performance.now() - startedAt > allowedMs) response.destroy();
    },
    Math.min(lookMs, graceMs),
  );
  response.once('close', () => clearInterval(looking));
}
