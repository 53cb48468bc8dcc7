import { foldWords, wordMatch } from '../../../../contract/src/rules/muted-words.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findExcludedRecipients } from '../store/exclusions.ts';

/** A candidate notification: `written` is the text that caused it, if any. */
type Candidate = { uid: string; actorUid: string | null; written?: string };

/**
 * Drops notifications about a text whose recipient has a block with its author or muted a word of it. Reactions are
 * kept: they are already impossible across a block.
 */
export async function withoutExcludedRecipients<Notification extends Candidate>(
  tx: Database,
  notifications: readonly Notification[],
): Promise<Notification[]> {
  const written = notifications.filter((item) => item.written);
  const [first] = written;
  if (!first || first.actorUid === null) return [...notifications];
  const uids = written.map((item) => item.uid);
  const rows = await findExcludedRecipients(tx, uids, first.actorUid);
  const isExcluded = ({ uid, written: text = '' }: Candidate) =>
    rows.some((row) => row.uid === uid && (row.words === null || wordMatch(row.words)?.(foldWords(text))));
  return notifications.filter((item) => !item.written || !isExcluded(item));
}
