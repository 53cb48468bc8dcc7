/** Until a page is empty, or shorter than `size`. */
export async function* readPages<Row, Place>(
  read: (after: Place) => Promise<Row[]>,
  placeOf: (last: Row) => Place,
  { first, size = 1 }: { first: Place; size?: number },
): AsyncGenerator<Row[]> {
  for (let place = first; ;) {
    const rows = await read(place);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    place = placeOf(last);
  }
}
