import { codePoints } from '../../../../contract/src/rules/text.ts';

/**
 * The `maxlength` of a field that takes `limit` code points and holds `text`. The browser counts UTF-16 units: an
 * emoji is two and one. The last place is open for one, too, so what comes from the field has to be cut.
 */
export function maxLengthOf(text: string, limit: number): number {
  const length = codePoints(text);
  return limit + text.length - length + (length === limit - 1 ? 1 : 0);
}
