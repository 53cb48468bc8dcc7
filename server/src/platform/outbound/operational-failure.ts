import { S3Failure } from '../files/s3-client.ts';
import { isDatabaseUnavailable, sqlState } from '../postgres/database.ts';

/**
 * A reason outside the program (the database, a disk, a permission) in one line. Null for a bug: the operator
 * should see its stack trace.
 */
export function operationalReason(error: unknown): string | null {
  const messages: string[] = [];
  for (let failure = error; failure instanceof Error; failure = failure.cause) {
    const state = sqlState(failure);
    if (state !== undefined) return lineOf([...messages, `${failure.message} (PostgreSQL, ${state})`]);
    if (isDatabaseUnavailable(failure))
      return lineOf([...messages, `the database cannot be used, ${failure.message}`]);
    if ('syscall' in failure && 'code' in failure) return lineOf([...messages, failure.message]);
    if (failure instanceof S3Failure) return lineOf([...messages, failure.message]);
    messages.push(failure.message);
  }
  return null;
}

function lineOf(messages: string[]): string {
  return messages.join(': ').split('\n')[0] ?? '';
}
