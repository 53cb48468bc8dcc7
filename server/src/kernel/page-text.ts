import { JsonText } from './route.ts';

/** A page as JSON texts of its items, and the id after which the next one begins; null at the end. */
export type TextPage = { items: string[]; next: string | null };

/** A page of ready texts as a list's answer, with what else it tells. */
export function pageText(
  items: readonly string[],
  cursor: string | null,
  more: Readonly<Record<string, number | readonly string[]>> = {},
): JsonText {
  const rest = Object.entries(more).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  const place = cursor === null ? 'null' : `"${cursor}"`;
  return new JsonText(`{"items":[${items.join(',')}],"cursor":${place}${rest.join('')}}`);
}
