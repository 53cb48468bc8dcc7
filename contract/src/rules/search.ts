import { withoutApostrophes } from './texts/apostrophes.ts';

/** Single spaces, as in stored names. */
export function searchQuery(input: string): string {
  return input.trim().replace(/^@+/, '').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** 'D’Angelo' is also searched as "D'Angelo" and 'Dangelo'. */
export function foldName(name: string): string {
  return withoutApostrophes(name.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
}
