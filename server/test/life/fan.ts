import { type CallName, calls, type Output } from '../../../contract/src/calls/all.ts';
import type { ServerProcess } from './server-process.ts';

/** A user with their own cookies. */
export class Fan {
  readonly #server: ServerProcess;
  #cookie: string;

  constructor(server: ServerProcess, cookie = '') {
    this.#server = server;
    this.#cookie = cookie;
  }

  get cookie(): string {
    return this.#cookie;
  }

  async call<N extends CallName>(name: N, input: Record<string, unknown> = {}): Promise<Output<N>> {
    const isQuery = calls[name].kind === 'query';
    const search = isQuery ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
    return this.#send(
      `${name}${search}`,
      isQuery ? {} : { method: 'POST', body: JSON.stringify(input), headers: json },
    );
  }

  upload(file: Buffer): Promise<Output<'uploadMedia'>> {
    return this.#send('uploadMedia?purpose=post', {
      method: 'POST',
      body: new Uint8Array(file),
      headers: { 'Content-Type': 'image/jpeg' },
    });
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { Cookie: this.#cookie, ...(init.headers as Record<string, string>) };
    const answer = await fetch(`${this.#server.url}/api/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    const [cookie] = answer.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
    return (await answer.json()) as T;
  }
}

const json = { 'Content-Type': 'application/json' };
