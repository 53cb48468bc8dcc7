import type { Page } from '@playwright/test';

import { expect } from './site.ts';

/** Only an injection can make `foreign` elements and `unsafeUrls`. */
type Findings = { visible: string[]; foreign: string[]; unsafeUrls: string[] };

export class BreachWatch {
  readonly #page: Page;
  readonly #foreignRequests: string[] = [];
  #missing = new Set<string>();

  constructor(page: Page, origin: string) {
    this.#page = page;
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== origin) this.#foreignRequests.push(url.href);
    });
  }

  expectTexts(...fields: (readonly string[])[]): void {
    this.#missing = new Set(fields.flat());
  }

  /** @returns how many texts have not been seen yet */
  async check(): Promise<number> {
    const { visible, foreign, unsafeUrls } = await this.#page.evaluate(inspect, [...this.#missing]);
    for (const text of visible) this.#missing.delete(text);
    expect(foreign, `foreign elements on ${this.#page.url()}`).toEqual([]);
    expect(unsafeUrls, `unsafe URLs on ${this.#page.url()}`).toEqual([]);
    expect(this.#foreignRequests, 'requests to other origins').toEqual([]);
    return this.#missing.size;
  }

  async waitForAll(loadMore: () => Promise<unknown> = async () => undefined): Promise<void> {
    await expect
      .poll(
        async () => {
          const left = await this.check();
          if (left > 0) await loadMore();
          return [...this.#missing].slice(0, 5);
        },
        { timeout: 120_000, intervals: [50] },
      )
      .toEqual([]);
  }
}

/** Runs in the page. React marks each element that it makes: an unmarked one was injected. */
function inspect(texts: string[]): Findings {
  const { body, head, title } = document;
  const values = [...body.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  const labels = [...body.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
  // Long links are shown short; their titles hold the whole.
  const whole = body.cloneNode(true) as HTMLElement;
  for (const link of whole.querySelectorAll<HTMLElement>('a[title^=http]')) link.textContent = link.title;
  const all = [title, body.textContent, whole.textContent, ...values, ...labels].join('\n');
  // Text boxes normalise line breaks.
  const hasText = (text: string) => all.includes(text) || all.includes(text.replace(/\r\n?/g, '\n'));

  const own = '#root, #announcer, noscript';
  const isOurs = (element: Element) =>
    element.matches(own) || Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  const isActive = ({ attributes }: Element) =>
    [...attributes].some(({ name }) => /^on|^srcdoc$|^formaction$|^xlink:/i.test(name));
  const isOwnHead = (element: Element) => {
    if (element.matches('meta:not([http-equiv]), title')) return true;
    const address =
      element.matches('link, script') && (element.getAttribute('href') ?? element.getAttribute('src'));
    return Boolean(address) && new URL(String(address), location.href).origin === location.origin;
  };
  const outside = [...document.documentElement.children].filter((one) => one !== head && one !== body);
  const foreign = [
    ...outside,
    ...[...head.children].filter((element) => !isOwnHead(element)),
    ...[...body.querySelectorAll('*')].filter((element) => !isOurs(element) || isActive(element)),
  ];

  const unsafe = [...body.querySelectorAll('[href], [src], [action], [poster], [data]')].filter((element) =>
    ['href', 'src', 'action', 'poster', 'data'].some((name) => {
      const address = element.getAttribute(name);
      if (address === null) return false;
      const url = URL.parse(address, location.href);
      if (name === 'href') return !/^https?:$/.test(url?.protocol ?? '') && !isMail(address);
      const isPicture = element.matches('img') && /^data:image\/svg|^blob:/.test(address);
      return !isPicture && url?.origin !== location.origin;
    }),
  );
  return {
    visible: texts.filter(hasText),
    foreign: foreign.map(({ outerHTML }) => outerHTML.slice(0, 300)),
    unsafeUrls: unsafe.map(({ outerHTML }) => outerHTML.slice(0, 300)),
  };

  // One address, without a subject or other fields.
  function isMail(address: string): boolean {
    return /^mailto:[^?&#,;\s]*$/.test(address);
  }
}
