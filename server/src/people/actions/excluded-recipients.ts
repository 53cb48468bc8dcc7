import { wordMatch } from '../../../../contract/src/rules/muted-words.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findExcludedRecipients } from '../store/exclusions.ts';

/** `text` caused the notification, if any, under a post of `postOwnerUid`. */
type Candidate = { uid: string; actorUid: string | null; text?: string; postOwnerUid?: string };

/**
 * Drops a notification about a text when its recipient muted a word of it, or has a block with its author
 * or with the author of the post. Reactions stay: they are impossible across a block.
 */
export async function withoutExcludedRecipients<Notification extends Candidate>(
  tx: Database,
  notifications: readonly Notification[],
): Promise<Notification[]> {
  const withText = notifications.filter(({ text, actorUid }) => text && actorUid !== null);
  if (withText.length === 0) return [...notifications];
  const uids = new Set(withText.map(({ uid }) => uid));
  const authors = new Set(
    withText.flatMap(({ actorUid, postOwnerUid }) => [actorUid ?? [], postOwnerUid ?? []]).flat(),
  );
  const rows = Map.groupBy(await findExcludedRecipients(tx, [...uids], [...authors]), ({ uid }) => uid);
  const isExcluded = ({ uid, actorUid, postOwnerUid, text = '' }: Candidate) =>
    rows
      .get(uid)
      ?.some(({ actor, words }) =>
        words === null ? actor === actorUid || actor === postOwnerUid : wordMatch(words)?.(foldWords(text)),
      ) === true;
  return notifications.filter((item) => !item.text || !isExcluded(item));
}
