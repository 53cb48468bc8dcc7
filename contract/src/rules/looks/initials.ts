const hues = 12;

// Flags, families and accents as wholes. \p{RGI_Emoji} would be simpler, but browsers have it since 2023 only.
const firstCharacter =
  /\p{RI}{2}|\p{ExtPict}[\p{EMod}\uFE0F]*(?:\u200D\p{ExtPict}[\p{EMod}\uFE0F]*)*|\S\p{M}*/u;

/** 'NA' for 'Nadia Arias', 'V' for 'vasco'; the first character of a name without letters or digits. */
export function initialsOf(name: string): string {
  const starts = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? []);
  const [first = firstCharacter.exec(name)?.[0] ?? ''] = starts;
  return (first + (starts.length > 1 ? starts.at(-1) : '')).toLocaleUpperCase('es-AR');
}

/** Degrees. Depends on the uid alone, so that a new name keeps the colour. */
export function hueOf(uid: string): number {
  let hash = 0;
  for (const char of uid) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return ((hash % hues) * 360) / hues;
}
