import type { Output } from '../../../../../contract/src/calls/all.ts';
import { assertApiError } from '../../../api/api-error.ts';
import type { Attachment, Upload } from './attachment.ts';

export type Send = (
  file: Blob,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<Output<'uploadMedia'>>;

type Options = {
  send: Send;
  reasonOf: (error: unknown) => string;
  now: () => number;
};

/** The server drops unused uploads after a day; a key is reused while it is younger than this. */
const freshMs = 20 * 3_600_000;

export class UploadStopped extends Error {
  override readonly name = 'UploadStopped';
}

export function ignoreFailedUpload(error: unknown): void {
  if (!(error instanceof UploadStopped)) assertApiError(error);
}

export function createUploads({ send, reasonOf, now }: Options) {
  const running = new Map<string, { key: Promise<string>; stop: AbortController }>();

  const run = async ({ id, file }: Attachment, signal: AbortSignal, report: (upload: Upload) => void) => {
    const onProgress = (fraction: number) => {
      if (!signal.aborted) report({ phase: 'sending', fraction });
    };
    try {
      onProgress(0);
      const { key } = await send(file, { signal, onProgress });
      report({ phase: 'sent', key, at: now() });
      return key;
    } catch (error) {
      report({ phase: 'stopped', reason: signal.aborted ? null : reasonOf(error) });
      throw error;
    } finally {
      running.delete(id);
    }
  };

  return {
    /** The key of a finished, running or new upload. Rejects when the upload fails or is stopped. */
    keyOf: (attachment: Attachment, report: (upload: Upload) => void): Promise<string> => {
      const { id, upload } = attachment;
      if (upload.phase === 'sent' && isFresh(upload.at, now())) return Promise.resolve(upload.key);
      const current = running.get(id);
      if (current) return current.key;
      const stop = new AbortController();
      const key = run(attachment, stop.signal, report);
      running.set(id, { key, stop });
      // The caller handles the failure when it awaits the key; until then it must not count as unhandled.
      key.catch(ignoreFailedUpload);
      return key;
    },

    stop: (id: string): void => running.get(id)?.stop.abort(new UploadStopped()),
  };
}

export function isFresh(at: number, now: number): boolean {
  return now - at < freshMs;
}
