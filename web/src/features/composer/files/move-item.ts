/** Swaps an item with its neighbour; at the ends returns the same list. */
export function moveItem<T>(list: readonly T[], from: number, by: 1 | -1): readonly T[] {
  const [item, other] = [list[from], list[from + by]];
  if (item === undefined || other === undefined) return list;
  return list.with(from, other).with(from + by, item);
}
