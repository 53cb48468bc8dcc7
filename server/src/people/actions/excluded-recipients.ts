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
  const withText = notifications.filter(({ text, actorUid }) => text && actorUid !== null);
  if (withText.length === 0) return [...notifications];
  const uids = new Set(withText.map(({ uid }) => uid));
  const actors = new Set(withText.flatMap(({ actorUid }) => actorUid ?? []));
  const rows = Map.groupBy(await findExcludedRecipients(tx, [...uids], [...actors]), ({ uid }) => uid);
  const isExcluded = ({ uid, actorUid, text = '' }: Candidate) =>
    rows
      .get(uid)
      ?.some(({ actor, words }) =>
        words === null ? actor === actorUid : wordMatch(words)?.(foldWords(text)),
      ) === true;
  return notifications.filter((item) => !item.text || !isExcluded(item));
}
