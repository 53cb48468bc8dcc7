import { bytesOf } from './bytes.ts';
import { JsonText } from './route.ts';

/** The items of a page as JSON texts, and the id after which the next page begins; null at the end. */
export type TextPage = { items: string[]; next: string | null };

/** The answer of a list call, joined from ready JSON texts, with further fields in `more`. */
export function pageText(
  items: readonly string[],
  cursor: string | null,
  more?: Readonly<Record<string, number | string | boolean | readonly string[]>>,
): JsonText {
  const place = cursor === null ? 'null' : `"${cursor}"`;
  const rest = more === undefined ? '' : bytesOf(JSON.stringify(more)).slice(1, -1);
  return new JsonText(`{"items":[${items.join(',')}],"cursor":${place}${rest && `,${rest}`}}`);
}
