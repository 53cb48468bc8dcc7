/**
 * The UTF-8 bytes of a text as a string with one character per byte. Such strings are joined like any other and sent
 * by `Buffer.from(…, 'latin1')`, which copies them; text with accents would be encoded on every send. That halves the
 * CPU of sending a page.
 */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
