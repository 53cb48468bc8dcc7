import { momentOf } from '../../../../contract/src/rules/buenos-aires.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { storedTopicDays } from '../../../../contract/src/rules/texts/topic-days.ts';
import { firstIdAt, lastId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUserPostIds } from '../../posts/store/post-lists.ts';
import { findTexts } from '../../topics/store/tag-posts.ts';
import { findTagUsesAmong } from '../../topics/store/tag-uses.ts';

/** Uses are stored by topic, so they are found through the user's newest posts. */
export async function* ownTopics(db: Database, uid: string, now: Date): AsyncGenerator<object[]> {
  const start = firstIdAt(momentOf(`${storedTopicDays(now)[0]}T00:00`)?.getTime() ?? 0);
  const doneKeys = new Set<string>();
  const pages = readPages(
    async (before) => (await findUserPostIds(db, uid, before)).filter((id) => id >= start),
    (last) => last,
    { first: lastId },
  );
  for await (const ids of pages) {
    const keys = (await findTexts(db, ids)).flatMap(({ text }) => topicsOf(text).map(({ key }) => key));
    const tags = [...new Set(keys)].filter((key) => !doneKeys.has(key));
    for (const tag of tags) doneKeys.add(tag);
    yield await findTagUsesAmong(db, tags, uid);
  }
}
