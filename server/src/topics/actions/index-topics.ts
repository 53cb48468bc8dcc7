import { localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { storedTopicDays } from '../../../../contract/src/rules/texts/topic-days.ts';
import { hasInnerCapital, type Topic } from '../../../../contract/src/rules/texts/topics.ts';
import { idTime, lastId } from '../../kernel/ids.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import { deleteTagPost, findTagPosts, insertTagPost, lockTaggedPost } from '../store/tag-posts.ts';
import { addTagUse, changeTagDay, findTagUses, takeTagUse } from '../store/tag-uses.ts';
import { deleteUnusedTag, displayRanks, lockTag, setLastUsed, recordTagUse } from '../store/tags.ts';

/**
 * Lists a post under exactly the topics of its text; under none when it is deleted or its author is hidden.
 * `before`: topics that an earlier text may have had.
 * @returns whether anything changed
 */
export async function indexTopics(
  { transaction }: Writes,
  { postId, before = [] }: { postId: string; before?: readonly string[] },
): Promise<boolean> {
  return transaction(async (tx) => {
    const post = await lockTaggedPost(tx, postId);
    // The author is read under the lock, since the job that follows a suspension waits for it.
    const [owner] = post?.exists ? await findUsers(tx, [post.ownerUid]) : [];
    const textTopics = post ? topicsOf(post.text) : [];
    const topics = new Map(owner && !isHidden(owner) ? textTopics.map((topic) => [topic.key, topic]) : []);
    // The order is fixed, so that two transactions cannot deadlock.
    const tags = [...new Set([...textTopics.map(({ key }) => key), ...before])].sort();
    const changedTags: string[] = [];
    for (const tag of tags) {
      const topic = topics.get(tag);
      const hasChanged =
        topic && post
          ? await addPost(tx, { topic, postId, uid: post.ownerUid })
          : await removePost(tx, tag, postId);
      if (hasChanged) changedTags.push(tag);
    }
    if (changedTags.length > 0) tx.fact({ type: 'topics-changed', tags: changedTags });
    return changedTags.length > 0;
  });
}

async function addPost(
  tx: WriteTransaction,
  { topic, postId, uid }: { topic: Topic; postId: string; uid: string },
): Promise<boolean> {
  const at = postTime(postId);
  const { key: tag, spelling: display } = topic;
  const rank = hasInnerCapital(display) ? displayRanks.innerCapital : displayRanks.first;
  await recordTagUse(tx, { tag, display, rank, at });
  if (!(await insertTagPost(tx, { tag, postId, ownerUid: uid }))) return false;
  const days = storedTopicDays(tx.at);
  const day = localDay(at);
  if (!days.includes(day)) return true;
  const uses = await findTagUses(tx, { tag, days, uid });
  await addTagUse(tx, tag, { day, uid, posts: 1, lastAt: at });
  if (uses.some((use) => use.day === day)) {
    await changeTagDay(tx, tag, { day, posts: 1, people: 0, latest: 0 });
    return true;
  }
  const last = uses.at(-1)?.day ?? '';
  await changeTagDay(tx, tag, { day, posts: 1, people: 1, latest: last < day ? 1 : 0 });
  if (last !== '' && last < day) await changeTagDay(tx, tag, { day: last, posts: 0, people: 0, latest: -1 });
  return true;
}

async function removePost(tx: WriteTransaction, tag: string, postId: string): Promise<boolean> {
  if (!(await lockTag(tx, tag))) return false;
  const uid = await deleteTagPost(tx, tag, postId);
  if (uid === null) return false;
  const [newest] = await findTagPosts(tx, tag, lastId);
  await setLastUsed(tx, tag, newest === undefined ? null : postTime(newest));
  if (newest === undefined) await deleteUnusedTag(tx, tag);
  const day = localDay(postTime(postId));
  const uses = await findTagUses(tx, { tag, days: storedTopicDays(tx.at), uid });
  const use = uses.find((other) => other.day === day);
  if (!use) return true;
  await takeTagUse(tx, tag, use);
  const isLast = use.posts === 1;
  const isLatest = isLast && uses.at(-1) === use;
  await changeTagDay(tx, tag, { day, posts: -1, people: isLast ? -1 : 0, latest: isLatest ? -1 : 0 });
  const earlier = uses.at(-2);
  if (isLatest && earlier) await changeTagDay(tx, tag, { day: earlier.day, posts: 0, people: 0, latest: 1 });
  return true;
}

function postTime(postId: string): Date {
  return new Date(idTime(postId));
}
