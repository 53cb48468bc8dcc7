/**
 * Reads a list page by page, each from the place of the last row of the one before, until a page is not full.
 */
export async function* inPages<Row, Place>(
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  { first, size }: { first: Place; size: number },
): AsyncGenerator<Row[]> {
  for (let place = first; ;) {
    const rows = await read(place);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    place = placeOf(last);
  }
}
