/** A post with nothing but a text, for inserts that go past the calls. */
export const plainContent = {
  link: null,
  linkPreview: null,
  poll: null,
  files: [],
  quoteOf: null,
  warning: null,
};
