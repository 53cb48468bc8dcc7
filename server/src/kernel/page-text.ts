import { bytesOf } from './bytes.ts';
import type { CursorSlot } from './cursors.ts';
import { JsonText } from './route.ts';

/** `joined`: the items with commas between, where that text is kept. */
export type TextItems = { readonly items: readonly string[]; readonly joined?: string | undefined };

/** `slot`: for a page that is kept. */
export type TextPage = TextItems & { readonly next: string | null; readonly slot?: CursorSlot | undefined };

export function pageText(
  { items, joined = items.join() }: TextItems,
  cursor: string | null,
  more?: Readonly<Record<string, number | string | boolean | readonly string[]>>,
): JsonText {
  const cursorText = cursor === null ? 'null' : `"${cursor}"`;
  const moreFields = more === undefined ? '' : bytesOf(JSON.stringify(more)).slice(1, -1);
  return new JsonText(`{"items":[${joined}],"cursor":${cursorText}${moreFields && `,${moreFields}`}}`);
}
