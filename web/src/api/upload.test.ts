// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { reasonOf } from './reason.ts';
import { uploadFile } from './upload.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file that a proxy refuses for its size is named as the reason', async () => {
  answerWith(413, '<html><h1>413 Request Entity Too Large</h1></html>');
  expect(await failureReason()).toBe('el archivo es demasiado grande');
});

test("the site's own refusal is shown as it is, and another answer of a proxy is not", async () => {
  const own = { error: { code: 'payload-too-large', message: 'Lo que enviaste es demasiado grande.' } };
  answerWith(413, JSON.stringify(own));
  expect(await failureReason()).toBe('lo que enviaste es demasiado grande');
  answerWith(502, '<html><h1>502 Bad Gateway</h1></html>');
  expect(await failureReason()).toBe('el servidor no responde');
});

test('a photo that waits in the send buffer is not given up while a slow uplink may still send it', async () => {
  vi.useFakeTimers();
  const request = bufferUploads();
  const answer = uploadFile('post', new Blob(['x'.repeat(300_000)]));
  await vi.advanceTimersByTimeAsync(190_000);
  request().answer(200, '{"key":"photo"}');
  expect(await answer).toEqual({ key: 'photo' });
});

test('an upload without an answer ends when the send buffer must be empty', async () => {
  vi.useFakeTimers();
  bufferUploads();
  const failure = failureReason();
  await vi.advanceTimersByTimeAsync(46_000);
  expect(await failure).toBe('el servidor no responde');
});

async function failureReason(): Promise<string> {
  return reasonOf(await uploadFile('post', new Blob(['gol'])).catch((error: unknown) => error));
}

function answerWith(status: number, responseText: string): void {
  stubRequests((request) => request.answer(status, responseText));
}

/** The phone's buffer takes the whole file at once; the answer comes later. */
function bufferUploads(): () => FakeRequest {
  let last: FakeRequest;
  stubRequests((request, { size }) => {
    last = request;
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: size, total: size }));
  });
  return () => last;
}

function stubRequests(send: (request: FakeRequest, file: Blob) => void): void {
  class Request extends FakeRequest {
    send(file: Blob) {
      send(this, file);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
}

class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  open() {}
  setRequestHeader() {}
  abort() {}
  getResponseHeader() {
    return null;
  }
  answer(status: number, responseText: string) {
    this.status = status;
    this.responseText = responseText;
    for (const type of ['load', 'loadend']) this.dispatchEvent(new Event(type));
  }
}
