import { isId } from '../../kernel/ids.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUidByName } from '../store/handles.ts';

/** The uid behind an address's uid or '@handle'; null when nobody has the handle. */
export function uidOfAddress(db: Database, uidOrHandle: string): MaybePromise<string | null> {
  if (uidOrHandle.startsWith('@')) return findUidByName(db, uidOrHandle);
  return isId(uidOrHandle) ? uidOrHandle : null;
}
