import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { findSweepPosition, setSweepPosition } from '../../kernel/store/sweeps.ts';
import type { Writes } from '../../kernel/writes.ts';
import { indexTopics } from '../actions/index-topics.ts';
import { findTextsAfter, postsAtOnce } from '../store/tag-posts.ts';

const runMs = 5_000;

/** Runs once per site, for posts older than topics. Each run continues where the previous one stopped. */
export async function indexEarlierTopics(writes: Writes): Promise<void> {
  const { db } = writes;
  const position = await findSweepPosition(db, 'topics');
  if (position === lastId) return;
  const end = performance.now() + runMs;
  for (let after = position === '' ? firstId : position; ;) {
    const posts = await findTextsAfter(db, after);
    for (const { id, text } of posts)
      if (topicsOf(text).length > 0) await indexTopics(writes, { postId: id });
    const isEnd = posts.length < postsAtOnce;
    after = posts.at(-1)?.id ?? after;
    await setSweepPosition(db, 'topics', isEnd ? lastId : after);
    if (isEnd) return;
    if (performance.now() > end) {
      await addJob(db, 'index-earlier-topics', {}, { key: 'index-earlier-topics' });
      return;
    }
  }
}
