import { isDatabaseUnavailable, sqlState } from '../postgres/database.ts';

/**
 * Why something failed that the program cannot help, in one line: the database, a disk, a right. Null for a fault of
 * the program, of which the operator shall see where it happened.
 */
export function outsideReason(error: unknown): string | null {
  const words: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    const state = sqlState(each);
    if (state !== undefined) return lineOf([...words, `${each.message} (PostgreSQL, ${state})`]);
    if (isDatabaseUnavailable(each))
      return lineOf([...words, `the database cannot be used, ${each.message}`]);
    if ('syscall' in each && 'code' in each) return lineOf([...words, each.message]);
    words.push(each.message);
  }
  return null;
}

function lineOf(words: string[]): string {
  return words.join(': ').split('\n')[0] ?? '';
}
