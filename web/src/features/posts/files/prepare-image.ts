// oxlint-disable-next-line import/default -- Vite provides it: the address of the built worker
import workerUrl from './image-worker.ts?worker&url';
import type { WorkerAnswer } from './image-worker.ts';
import { shrinkImage, type ShrunkImage, UnreadableImage } from './shrink-image.ts';

/** Works off the main thread. Rejects when the browser cannot decode the image. */
export async function prepareImage(file: Blob): Promise<ShrunkImage> {
  const worker = startWorker();
  if (!worker) return shrinkImage(file, pageCanvas);
  const answer = await answerOf(worker, file);
  if (answer === undefined) return shrinkImage(file, pageCanvas);
  if (answer === null) throw new UnreadableImage('The worker cannot decode the image');
  return answer;
}

// Older Safari has workers, but no OffscreenCanvas.
function startWorker(): Worker | null {
  return 'OffscreenCanvas' in globalThis ? new Worker(trustedWorkerUrl(), { type: 'module' }) : null;
}

/** Undefined: the worker did not start. */
async function answerOf(worker: Worker, file: Blob): Promise<WorkerAnswer | undefined> {
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data));
      worker.addEventListener('error', () => resolve(undefined));
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

function pageCanvas(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return {
    context: canvas.getContext('2d', { alpha: false }),
    toJpeg: (quality: number) =>
      new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)),
  };
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
};

// The CSP requires trusted types for scripts. This policy allows only the worker's own file.
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerUrl;
  policy ??= trustedTypes.createPolicy('tablon-image-worker', { createScriptURL: () => workerUrl });
  return policy.createScriptURL(workerUrl);
}
