/** Business constants. A name of its own for each, so that the page carries only those that it uses. */
export * as limits from './limits/values.ts';
