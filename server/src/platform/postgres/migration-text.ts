export function isOutsideTransaction(text: string): boolean {
  return text.startsWith('-- outside a transaction');
}

export function isContraction(text: string): boolean {
  return text.startsWith('-- contract');
}

/** Splits at semicolons that end a line outside of `$$ … $$`. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*\n(?=(?:[^$]|\$(?!\$)|\$\$(?:[^$]|\$(?!\$))*\$\$)*$)/)
    .map((part) => part.replace(/^(?:\s*--[^\n]*\n)+/, '').trim())
    .filter((part) => part !== '');
}
