/** A search query: trimmed, without leading @s, lower case. */
export function searchQuery(input: string): string {
  return input.trim().replace(/^@+/, '').trim().toLowerCase();
}

export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
