import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { lastId } from '../../kernel/ids.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUserPostIds } from '../../posts/store/post-lists.ts';
import { indexTopics } from '../actions/index-topics.ts';
import { findTexts } from '../store/tag-posts.ts';

const runMs = 2_000;

/** Unlists the posts of a user who was hidden, or lists those of one who is shown again. Newest first. */
export async function indexAccountTopics(
  writes: Writes,
  { uid, before = lastId }: JobPayloads['index-account-topics'],
): Promise<void> {
  const end = performance.now() + runMs;
  for (let place = before; ;) {
    const ids = await findUserPostIds(writes.db, uid, place);
    const last = ids.at(-1);
    if (last === undefined) return;
    for (const { id, text } of await findTexts(writes.db, ids))
      if (topicsOf(text).length > 0) await indexTopics(writes, { postId: id });
    if (performance.now() > end) {
      await addJob(writes.db, 'index-account-topics', { uid, before: last });
      return;
    }
    place = last;
  }
}
