import type { Page } from '@playwright/test';

import { expect } from './site.ts';

/** The texts that a page shows, and its foreign elements and unsafe URLs, which only an injection can have made. */
type Findings = { seen: string[]; foreign: string[]; unsafeUrls: string[] };

/** Watches a page that shows hostile texts: its requests and its document. */
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

  /** Looks for these exact texts from now on. */
  expectTexts(...fields: (readonly string[])[]): void {
    this.#missing = new Set(fields.flat());
  }

  /** Checks once. @returns how many texts have not been seen yet */
  async check(): Promise<number> {
    const { seen, foreign, unsafeUrls } = await this.#page.evaluate(inspect, [...this.#missing]);
    for (const text of seen) this.#missing.delete(text);
    expect(foreign, `foreign elements on ${this.#page.url()}`).toEqual([]);
    expect(unsafeUrls, `unsafe URLs on ${this.#page.url()}`).toEqual([]);
    expect(this.#foreignRequests, 'requests to other origins').toEqual([]);
    return this.#missing.size;
  }

  /** Checks until every text was seen; `loadMore` loads more of a long list. */
  async waitForAll(loadMore: () => Promise<unknown> = async () => undefined): Promise<void> {
    await expect
      .poll(
        async () => {
          const left = await this.check();
          if (left > 0) await loadMore();
          return [...this.#missing].slice(0, 5);
        },
        { timeout: 60_000, intervals: [50] },
      )
      .toEqual([]);
  }
}

/** Runs in the page. React marks each element that it makes; an unmarked one was injected by a text. */
function inspect(texts: string[]): Findings {
  const { body, head, title } = document;
  const values = [...body.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  const labels = [...body.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
  // A text shows the links in it short; their titles say the whole.
  const whole = body.cloneNode(true) as HTMLElement;
  for (const link of whole.querySelectorAll<HTMLElement>('a[title^=http]')) link.textContent = link.title;
  const all = [title, body.textContent, whole.textContent, ...values, ...labels].join('\n');
  // Text boxes normalise line breaks.
  const isShown = (text: string) => all.includes(text) || all.includes(text.replace(/\r\n?/g, '\n'));

  const own = '#root, #announcer, noscript';
  const isMade = (element: Element) =>
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
    ...[...body.querySelectorAll('*')].filter((element) => !isMade(element) || isActive(element)),
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
    seen: texts.filter(isShown),
    foreign: foreign.map(({ outerHTML }) => outerHTML.slice(0, 300)),
    unsafeUrls: unsafe.map(({ outerHTML }) => outerHTML.slice(0, 300)),
  };

  // To one address, with nothing else filled in.
  function isMail(address: string): boolean {
    return /^mailto:[^?&#,;\s]*$/.test(address);
  }
}
