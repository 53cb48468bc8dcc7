/** Single spaces, as in stored names. */
export function searchQuery(input: string): string {
  return input.trim().replace(/^@+/, '').trim().replace(/\s+/g, ' ').toLowerCase();
}

export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
