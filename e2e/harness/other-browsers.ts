import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BrowserContext } from '@playwright/test';

const dist = join(import.meta.dirname, '../../web/dist');

/** From the next page on, the browser lacks what Safari lacks: field-sizing until 26.2, scroll anchoring until 27. */
export async function likeSafari(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (property: string, value?: string) =>
      !/^(?:field-sizing|overflow-anchor)/.test(property) &&
      (value === undefined ? supports(property) : supports(property, value));
    const style = new CSSStyleSheet();
    style.replaceSync(
      'textarea { field-sizing: fixed !important } html { overflow-anchor: none !important }',
    );
    document.adoptedStyleSheets = [style];
  });
}

/**
 * From the next page on, the browser lacks checkVisibility, as Safari until 17.4. Playwright needs it itself
 * to evaluate a locator by role.
 */
export async function likeOldSafari(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'checkVisibility'));
}

/** From the next page on, the browser lacks the functions and the units of the window that Chrome 106 lacks. */
export async function likeOldChrome(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['toSorted', 'toSpliced', 'with']) Reflect.deleteProperty(Array.prototype, name);
    Reflect.deleteProperty(String.prototype, 'toWellFormed');
    Reflect.deleteProperty(URL, 'parse');
    Reflect.deleteProperty(Promise, 'withResolvers');
    Reflect.deleteProperty(AbortSignal, 'any');
    Reflect.deleteProperty(URLSearchParams.prototype, 'size');
  });
  await context.route('**/*.css', async (route) => {
    // From the disk: a fetch would fail when the test ends first.
    const text = await readFile(join(dist, new URL(route.request().url()).pathname), 'utf8');
    const body = text.replaceAll(/(?<=\d)[dsl]v(?=[hw]\b)/g, 'unknown-v');
    await route.fulfill({ contentType: 'text/css', body });
  });
}
