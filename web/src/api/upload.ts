import type { Input, Output } from '../../../contract/src/calls/all.ts';
import type { ProblemBody } from '../../../contract/src/problem.ts';
import { parseJson } from '../state/parse-json.ts';
import { answerOf, queryAddress } from './client.ts';

type Uploaded = Output<'uploadMedia'>;
type UploadOptions = {
  signal?: AbortSignal;
  /** From 0 to 1. At 1 the server is processing the file. */
  onProgress?: (fraction: number) => void;
};

/** Counts from the last progress: only the server ends a slow upload, after a quarter of an hour. */
const stallMs = 45_000;
// Progress counts what the phone has put in its send buffer, up to about 1 MB. The radio may send it at 2 KB/s.
const maxBufferBytes = 1_000_000;
const bufferMsPerByte = 0.5;

export async function uploadFile(
  purpose: Input<'uploadMedia'>['purpose'],
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<Uploaded> {
  signal?.throwIfAborted();
  const response = send(queryAddress('uploadMedia', { purpose }), file, { signal, onProgress });
  return answerOf<Uploaded>(response, signal);
}

// XMLHttpRequest, because fetch reports no upload progress.
function send(
  address: string,
  file: Blob,
  { signal, onProgress }: { [K in keyof UploadOptions]: UploadOptions[K] | undefined },
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  const fail = (reason: unknown) => {
    reject(reason);
    request.abort();
  };
  const watch = (loaded: number) => {
    const patienceMs = stallMs + Math.min(loaded, maxBufferBytes) * bufferMsPerByte;
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => fail(new DOMException('No progress', 'TimeoutError')), patienceMs);
  };
  const cancel = () => fail(signal?.reason);

  request.upload.addEventListener('progress', ({ loaded, total }) => {
    watch(loaded);
    if (total > 0) onProgress?.(loaded / total);
  });
  request.addEventListener('progress', () => watch(0));
  request.addEventListener('load', () => resolve(responseOf(request)));
  request.addEventListener('error', () => reject(new TypeError('The upload was cut')));
  request.addEventListener('loadend', () => {
    clearTimeout(stallTimer);
    signal?.removeEventListener('abort', cancel);
  });
  signal?.addEventListener('abort', cancel);

  request.open('POST', address);
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', file.type || 'application/octet-stream');
  watch(0);
  request.send(file);
  return promise;
}

function responseOf(request: XMLHttpRequest): Response {
  if (request.status === 413 && parseJson(request.responseText) === null) return tooLarge();
  const headers = new Headers({ 'content-type': 'application/json' });
  const retryAfter = request.getResponseHeader('retry-after');
  if (retryAfter) headers.set('retry-after', retryAfter);
  return new Response(request.responseText, { status: request.status, headers });
}

// A proxy before the site has a limit of its own, often 1 MB.
function tooLarge(): Response {
  const body: ProblemBody = {
    error: { code: 'payload-too-large', message: 'El archivo es demasiado grande.' },
  };
  return Response.json(body, { status: 413 });
}
