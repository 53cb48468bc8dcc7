// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { reasonOf } from './reason.ts';
import { uploadFile } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

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

async function failureReason(): Promise<string> {
  return reasonOf(await uploadFile('post', new Blob(['gol'])).catch((error: unknown) => error));
}

function answerWith(status: number, responseText: string): void {
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly responseText = responseText;
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    send() {
      for (const type of ['load', 'loadend']) this.dispatchEvent(new Event(type));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
}
