import { bytesOf } from './bytes.ts';
import { JsonText } from './route.ts';

export type TextPage = { items: string[]; next: string | null };

export function pageText(
  items: readonly string[],
  cursor: string | null,
  more?: Readonly<Record<string, number | string | boolean | readonly string[]>>,
): JsonText {
  const cursorText = cursor === null ? 'null' : `"${cursor}"`;
  const moreFields = more === undefined ? '' : bytesOf(JSON.stringify(more)).slice(1, -1);
  return new JsonText(
    `{"items":[${items.join(',')}],"cursor":${cursorText}${moreFields && `,${moreFields}`}}`,
  );
}
