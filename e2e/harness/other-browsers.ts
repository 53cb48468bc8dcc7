import type { BrowserContext } from '@playwright/test';

/**
 * From the next page on, the browser lacks what Safari lacks: checkVisibility until 17.4, field-sizing until
 * 26.2, scroll anchoring until 27.
 */
export async function likeSafari(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(Element.prototype, 'checkVisibility');
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
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll(/(?<=\d)[dsl]v(?=[hw]\b)/g, 'unknown-v') });
  });
}
