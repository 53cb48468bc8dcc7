import { type CallName, calls, type Output } from '../../../contract/src/calls/all.ts';
import type { ServerProcess } from './server-process.ts';

export class Fan {
  readonly #server: Pick<ServerProcess, 'url'>;
  readonly #cookies: Map<string, string>;
  readonly #request: typeof fetch;

  /** `request` sends the requests; by default connections are reused. */
  constructor(server: Pick<ServerProcess, 'url'>, cookie = '', request = fetch) {
    this.#server = server;
    this.#request = request;
    this.#cookies = new Map(pairsOf(cookie));
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
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
    const headers = { Cookie: this.cookie, ...(init.headers as Record<string, string>) };
    const answer = await this.#request(`${this.#server.url}/api/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    for (const cookie of answer.headers.getSetCookie()) {
      for (const [name, value] of pairsOf(cookie.split(';')[0] ?? '')) this.#cookies.set(name, value);
    }
    return (await answer.json()) as T;
  }
}

function pairsOf(cookie: string): [name: string, value: string][] {
  return cookie.split('; ').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
  });
}

const json = { 'Content-Type': 'application/json' };
