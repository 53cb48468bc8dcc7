/** The page, the schemas and the database all count code points. */
export function codePoints(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

/** The first `max` code points; none if `max` is negative. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  let n = 0;
  for (const char of text) {
    if (n++ >= max) break;
    end += char.length;
  }
  return text.slice(0, end);
}

// Anything but spaces, invisible characters (DI: U+200B, U+3164, U+FE0F…) and the Braille blank.
const visible = /[^\s\p{DI}\u2800]/u;

export function isBlank(text: string): boolean {
  return !visible.test(text);
}
