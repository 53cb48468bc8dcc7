/** A query as it is searched: trimmed, without leading @s, lower-case. */
export function searchQuery(typed: string): string {
  return typed.trim().replace(/^@+/, '').trim().toLowerCase();
}

/** A name as it is searched: lower-case and without accents. */
export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
