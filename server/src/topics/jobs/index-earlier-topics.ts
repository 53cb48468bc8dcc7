import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { sweepOnce } from '../../kernel/store/sweeps.ts';
import type { Writes } from '../../kernel/writes.ts';
import { indexTopics } from '../actions/index-topics.ts';
import { findTextsAfter, postsAtOnce } from '../store/tag-posts.ts';

/** For posts older than topics. */
export async function indexEarlierTopics(writes: Writes): Promise<void> {
  const { db } = writes;
  const posts = {
    read: (after: string) => findTextsAfter(db, after),
    idOf: ({ id }: { id: string }) => id,
    size: postsAtOnce,
  };
  const isDone = await sweepOnce(db, 'topics', posts, async ({ id, text }) => {
    if (topicsOf(text).length > 0) await indexTopics(writes, { postId: id });
  });
  if (!isDone) await addJob(db, 'index-earlier-topics', {}, { key: 'index-earlier-topics' });
}
