import type { ServerResponse } from 'node:http';

import type { FileStore } from '../platform/files/files.ts';

export type Pace = { graceMs: number; bytesPerSecond: number };

export type FilePaces = { usual: Pace; crowded: Pace };

const checkEveryMs = 1_000;

const filePaces: FilePaces = {
  // Below the slowest phones: of six pictures at once over GPRS, each gets about 700 bytes a second. A picture
  // that was cut stays incomplete.
  usual: { graceMs: 60_000, bytesPerSecond: 512 },
  crowded: { graceMs: 10_000, bytesPerSecond: 16_384 },
};

/** While a store has few places left, readers must keep the pace of a slow 3G network. */
export function cutSlowReaderOfFile(
  response: ServerResponse,
  files: Pick<FileStore, 'isCrowded'>,
  { usual, crowded }: FilePaces = filePaces,
): void {
  cutSlowReader(response, () => (files.isCrowded ? crowded : usual));
}

/** An idle time-out is not enough: one byte now and then would keep the answer open forever. */
export function cutSlowReader(response: ServerResponse, currentPace: () => Pace): void {
  const { socket } = response;
  if (!socket || response.destroyed) return;
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  const checking = setInterval(
    () => {
      const { graceMs, bytesPerSecond } = currentPace();
      const sentBytes = socket.bytesWritten - before;
      const allowedMs = graceMs + (sentBytes / bytesPerSecond) * 1_000;
      if (performance.now() - startedAt > allowedMs) response.destroy();
    },
    Math.min(checkEveryMs, currentPace().graceMs),
  );
  response.once('close', () => clearInterval(checking));
}
