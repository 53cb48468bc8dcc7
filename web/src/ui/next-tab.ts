/** The tab that a key moves to, wrapping around; null for other keys. */
export function nextTab<Id extends string>(ids: readonly Id[], selected: Id, key: string): Id | null {
  const at = ids.indexOf(selected);
  switch (key) {
    case 'ArrowRight':
      return ids[(at + 1) % ids.length] ?? null;
    case 'ArrowLeft':
      return ids[(at - 1 + ids.length) % ids.length] ?? null;
    case 'Home':
      return ids[0] ?? null;
    case 'End':
      return ids.at(-1) ?? null;
    default:
      return null;
  }
}
