/** One export per constant lets the bundler drop those that the page does not use. */
export * as limits from './limits/values.ts';
