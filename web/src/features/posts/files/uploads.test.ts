import { expect, test } from 'vitest';

import { ApiError } from '../../../api/api-error.ts';
import type { Attachment, Upload } from './attachment.ts';
import { createUploads, type Send, UploadStopped } from './uploads.ts';

const hour = 3_600_000;

function attachment(upload: Upload = { phase: 'sending', fraction: 0 }): Attachment {
  const size = { width: 10, height: 10 };
  return { id: 'foto', type: 'image', file: new Blob(['x']), url: 'blob:foto', ...size, upload };
}

function start({ now = 0 } = {}) {
  const sendings: (PromiseWithResolvers<{ key: string }> & { onProgress: (fraction: number) => void })[] = [];
  const send = ((_file, { signal, onProgress }) => {
    const sending = Promise.withResolvers<{ key: string }>();
    signal.addEventListener('abort', () => sending.reject(signal.reason));
    sendings.push({ ...sending, onProgress });
    return sending.promise;
  }) as Send;
  const reports: Upload[] = [];
  const uploads = createUploads({ send, reasonOf: (error) => (error as Error).message, now: () => now });
  const keyOf = (file: Attachment) => uploads.keyOf(file, (upload) => reports.push(upload));
  return { sendings, reports, keyOf, stop: uploads.stop };
}

test('an upload reports its progress, and then its key', async () => {
  const { sendings, reports, keyOf } = start({ now: 5 });
  const key = keyOf(attachment());
  sendings[0]?.onProgress(0.42);
  sendings[0]?.onProgress(1);
  sendings[0]?.resolve({ key: 'k1' });
  expect(await key).toBe('k1');
  expect(reports).toEqual([
    { phase: 'sending', fraction: 0 },
    { phase: 'sending', fraction: 0.42 },
    { phase: 'sending', fraction: 1 },
    { phase: 'sent', key: 'k1', at: 5 },
  ]);
});

test('concurrent requests for the key share one upload', async () => {
  const { sendings, keyOf } = start();
  const both = [keyOf(attachment()), keyOf(attachment())];
  sendings[0]?.resolve({ key: 'k1' });
  expect(await Promise.all(both)).toEqual(['k1', 'k1']);
  expect(sendings).toHaveLength(1);
});

test('a failed upload reports why and can be repeated', async () => {
  const { sendings, reports, keyOf } = start();
  const first = keyOf(attachment());
  sendings[0]?.reject(new ApiError('offline', 'sin conexión'));
  await expect(first).rejects.toThrow('sin conexión');
  expect(reports.at(-1)).toEqual({ phase: 'stopped', reason: 'sin conexión' });

  const second = keyOf(attachment({ phase: 'stopped', reason: 'sin conexión' }));
  sendings[1]?.resolve({ key: 'k2' });
  expect(await second).toBe('k2');
});

test('a stopped upload has no reason and reports nothing more', async () => {
  const { sendings, reports, keyOf, stop } = start();
  const key = keyOf(attachment());
  stop('foto');
  await expect(key).rejects.toBeInstanceOf(UploadStopped);
  sendings[0]?.onProgress(0.9);
  expect(reports.at(-1)).toEqual({ phase: 'stopped', reason: null });
});

test('a key is reused for twenty hours; the server drops it after a day', async () => {
  const finished = attachment({ phase: 'sent', key: 'k1', at: 0 });
  const early = start({ now: 19 * hour });
  expect(await early.keyOf(finished)).toBe('k1');
  expect(early.sendings).toHaveLength(0);

  const late = start({ now: 20 * hour });
  const key = late.keyOf(finished);
  late.sendings[0]?.resolve({ key: 'k2' });
  expect(await key).toBe('k2');
});
