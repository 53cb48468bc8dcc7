import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import type { CommandName, Input, Output, QueryName } from '../../contract/src/calls/all.ts';

/** An account and its page. The methods can be destructured. */
export class Person {
  static readonly password = 'aguante-la-popular';

  readonly page: Page;
  readonly name: string;
  readonly email: string;
  readonly uid: string;
  readonly #origin: string;

  private constructor(page: Page, origin: string, name: string, email: string, uid: string) {
    this.page = page;
    this.#origin = origin;
    this.name = name;
    this.email = email;
    this.uid = uid;
  }

  /** The session cookie is set in the page's context. */
  static async signUp(page: Page, origin: string, name: string): Promise<Person> {
    const email = uniqueEmail();
    const response = await page.request.post('/api/signUp', {
      data: { displayName: name, email, password: Person.password, acceptedTos: true },
      headers: { Origin: origin },
    });
    if (!response.ok()) throw new Error(`signUp: ${response.status()} ${await response.text()}`);
    const { user } = (await response.json()) as Output<'signUp'>;
    return new Person(page, origin, name, email, user.uid);
  }

  command = async <N extends CommandName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const headers = { Origin: this.#origin, 'Idempotency-Key': randomUUID() };
    const response = await this.page.request.post(`/api/${name}`, { data: input, headers });
    if (!response.ok()) throw new Error(`${name}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as Output<N>;
  };

  query = async <N extends QueryName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const response = await this.page.request.get(`/api/${name}`, { params: input as Record<string, string> });
    if (!response.ok()) throw new Error(`${name}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as Output<N>;
  };

  upload = async (
    file: Buffer,
    contentType: string,
    purpose: Input<'uploadMedia'>['purpose'] = 'post',
  ): Promise<Output<'uploadMedia'>> => {
    const headers = { Origin: this.#origin, 'Content-Type': contentType };
    const response = await this.page.request.post(`/api/uploadMedia?purpose=${purpose}`, {
      data: file,
      headers,
    });
    if (!response.ok()) throw new Error(`uploadMedia: ${response.status()} ${await response.text()}`);
    return (await response.json()) as Output<'uploadMedia'>;
  };

  /** '<text> 1' is the oldest. */
  publishMany = async (count: number, text: string): Promise<void> => {
    for (let n = 1; n <= count; n++) await this.command('publishPost', { text: `${text} ${n}` });
  };
}

export function uniqueEmail(): string {
  return `${randomUUID()}@ejemplo.ar`;
}
