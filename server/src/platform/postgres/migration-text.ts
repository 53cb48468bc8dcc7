export function isOutsideTransaction(text: string): boolean {
  return text.startsWith('-- outside a transaction');
}

/** Whether a migration takes away what the version before it still uses. */
export function isContraction(text: string): boolean {
  return text.startsWith('-- contract');
}

/** Splits a migration at semicolons that end a line outside of `$$ … $$`. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*\n(?=(?:[^$]|\$(?!\$)|\$\$(?:[^$]|\$(?!\$))*\$\$)*$)/)
    .map((part) => part.replace(/^(?:\s*--[^\n]*\n)+/, '').trim())
    .filter((part) => part !== '');
}
