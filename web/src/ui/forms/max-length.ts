import { codePoints } from '../../../../contract/src/rules/text.ts';

/**
 * The `maxlength` of a field with a limit in code points. Browsers count UTF-16 units, two for an emoji, and the last
 * place must accept one too, so the value still has to be cut.
 */
export function maxLengthOf(text: string, limit: number): number {
  const length = codePoints(text);
  return limit + text.length - length + (length === limit - 1 ? 1 : 0);
}
