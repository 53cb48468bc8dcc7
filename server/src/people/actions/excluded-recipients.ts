import { wordMatch } from '../../../../contract/src/rules/muted-words.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findExcludedRecipients } from '../store/exclusions.ts';

/** A candidate notification: `text` caused it, if any. */
type Candidate = { uid: string; actorUid: string | null; text?: string };

/**
 * Drops notifications about a text whose recipient has a block with its author or muted a word of it. Reactions are
 * kept: they are already impossible across a block.
 */
export async function withoutExcludedRecipients<Notification extends Candidate>(
  tx: Database,
  notifications: readonly Notification[],
): Promise<Notification[]> {
  const withText = notifications.filter((item) => item.text);
  const [first] = withText;
  if (!first || first.actorUid === null) return [...notifications];
  const uids = withText.map((item) => item.uid);
  const rows = await findExcludedRecipients(tx, uids, first.actorUid);
  const isExcluded = ({ uid, text = '' }: Candidate) =>
    rows.some((row) => row.uid === uid && (row.words === null || wordMatch(row.words)?.(foldWords(text))));
  return notifications.filter((item) => !item.text || !isExcluded(item));
}
