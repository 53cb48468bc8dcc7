/** `next`: where the list goes on after these rows; null at its end. */
export type Stretch<Row, Place> = { readonly rows: readonly Row[]; readonly next: Place | null };

type Options<Row, Place, Item> = {
  readonly from: Place;
  readonly size: number;
  readonly maxStretches: number;
  readonly read: (from: Place) => Promise<Stretch<Row, Place>>;
  readonly placeOf: (row: Row) => Place;
  /** Null for a row that the viewer may not see. */
  readonly show: (rows: readonly Row[]) => Promise<readonly (Item | null)[]>;
};

/**
 * Later rows fill the gaps that hidden ones leave. `maxStretches` bounds the work of a page when nearly all
 * rows are hidden: the page is short then, and the next one continues.
 */
export async function visiblePage<Row, Place, Item>(
  options: Options<Row, Place, Item>,
): Promise<{ items: Item[]; next: Place | null }> {
  const { size, maxStretches, read, placeOf, show } = options;
  const items: Item[] = [];
  let place: Place | null = options.from;
  for (let n = 0; place !== null && n < maxStretches; n++) {
    const { rows, next }: Stretch<Row, Place> = await read(place);
    const views = await show(rows);
    for (const [i, row] of rows.entries()) {
      const item = views[i] ?? null;
      if (item !== null) items.push(item);
      if (items.length === size) return { items, next: i === rows.length - 1 ? next : placeOf(row) };
    }
    place = next;
  }
  return { items, next: place };
}
