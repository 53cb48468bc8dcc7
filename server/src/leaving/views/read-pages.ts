export async function* readPages<Row, Place>(
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
