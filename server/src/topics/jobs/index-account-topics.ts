import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import { findUserPostIds, findUserPostIdsAfter } from '../../posts/store/post-lists.ts';
import { indexTopics } from '../actions/index-topics.ts';
import { findTexts } from '../store/tag-posts.ts';

const runMs = 2_000;

/**
 * Unlists the posts of a user who was hidden, newest first; or lists those of one who is shown again, oldest
 * first, since a topic's display is its first spelling.
 */
export async function indexAccountTopics(
  writes: Writes,
  { uid, before = lastId, after = firstId }: JobPayloads['index-account-topics'],
): Promise<void> {
  const end = performance.now() + runMs;
  const [user] = await findUsers(writes.db, [uid]);
  const isShown = user !== undefined && !isHidden(user);
  const findIds = isShown ? findUserPostIdsAfter : findUserPostIds;
  for (let place = isShown ? after : before; ;) {
    const ids = await findIds(writes.db, uid, place);
    const last = ids.at(-1);
    if (last === undefined) return;
    const texts = new Map((await findTexts(writes.db, ids)).map(({ id, text }) => [id, text]));
    for (const id of ids)
      if (topicsOf(texts.get(id) ?? '').length > 0) await indexTopics(writes, { postId: id });
    if (performance.now() > end) {
      await addJob(writes.db, 'index-account-topics', { uid, [isShown ? 'after' : 'before']: last });
      return;
    }
    place = last;
  }
}
