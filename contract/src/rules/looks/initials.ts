const hues = 12;

/** 'NA' for 'Nadia Arias', 'V' for 'vasco'. A name without letters or digits gives its first character. */
export function initialsOf(name: string): string {
  const starts = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const [first = /\S/u.exec(name)?.[0] ?? ''] = starts;
  return (first + (starts.length > 1 ? starts.at(-1) : '')).toLocaleUpperCase('es-AR');
}

/** One of twelve hues (degrees) that stays with a person whatever the name. */
export function hueOf(uid: string): number {
  let hash = 0;
  for (const char of uid) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return ((hash % hues) * 360) / hues;
}
