import { foldWords, wordMatch } from '../../../../contract/src/rules/muted-words.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findWhoIsNotTold } from '../store/unwanted.ts';

/** What somebody may be told of: that somebody wrote something. */
type Told = { uid: string; actorUid: string | null; written?: string };

/**
 * The news of what was written without those that are told nothing of it: whom a block keeps apart from the author,
 * and who muted one of its words. A reaction to a post is no way round a block, and is not looked at.
 */
export async function withoutUnwanted<News extends Told>(
  tx: Database,
  news: readonly News[],
): Promise<News[]> {
  const written = news.filter((item) => item.written);
  const [first] = written;
  if (!first || first.actorUid === null) return [...news];
  const uids = written.map((item) => item.uid);
  const rows = await findWhoIsNotTold(tx, uids, first.actorUid);
  const isNotTold = ({ uid, written: text = '' }: Told) =>
    rows.some((row) => row.uid === uid && (row.words === null || wordMatch(row.words)?.(foldWords(text))));
  return news.filter((item) => !item.written || !isNotTold(item));
}
