import { S3Failure } from '../files/s3-client.ts';
import { isDatabaseUnavailable, sqlState } from '../postgres/database.ts';

/**
 * Why something failed for reasons outside the program (the database, a disk, a permission), in one line. Null for a
 * bug, whose stack trace the operator should see.
 */
export function operationalReason(error: unknown): string | null {
  const messages: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    const state = sqlState(each);
    if (state !== undefined) return lineOf([...messages, `${each.message} (PostgreSQL, ${state})`]);
    if (isDatabaseUnavailable(each))
      return lineOf([...messages, `the database cannot be used, ${each.message}`]);
    if ('syscall' in each && 'code' in each) return lineOf([...messages, each.message]);
    if (each instanceof S3Failure) return lineOf([...messages, each.message]);
    messages.push(each.message);
  }
  return null;
}

function lineOf(messages: string[]): string {
  return messages.join(': ').split('\n')[0] ?? '';
}
