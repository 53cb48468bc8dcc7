import { localDay, momentOf } from '../../../../contract/src/rules/buenos-aires.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { storedTopicDays } from '../../../../contract/src/rules/texts/topic-days.ts';
import { firstId, firstIdAt, idTime } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findTagPostsAfter, findTagPostsAmong, findTexts, ownedTagPosts } from '../store/tag-posts.ts';
import {
  addTagUse,
  changeTagDay,
  clearTagUses,
  findAllTagUses,
  findTagDays,
  type TagDay,
  type TagUse,
} from '../store/tag-uses.ts';
import { findTagsAfter, lockTag } from '../store/tags.ts';
import { indexTopics } from './index-topics.ts';

/** @returns how many posts were not listed under all their topics */
export async function listMissingTopics(writes: Writes, postIds: readonly string[]): Promise<number> {
  const pairs = (await findTexts(writes.db, postIds)).flatMap(({ id, text }) =>
    topicsOf(text).map(({ key }) => ({ tag: key, postId: id })),
  );
  const tags = [...new Set(pairs.map(({ tag }) => tag))];
  const listedPairs = new Set((await findTagPostsAmong(writes.db, tags, postIds)).map(pairOf));
  const missing = new Set(pairs.flatMap((pair) => (listedPairs.has(pairOf(pair)) ? [] : pair.postId)));
  let repairs = 0;
  for (const postId of missing) if (await indexTopics(writes, { postId })) repairs++;
  return repairs;
}

/** One topic is locked at a time. @returns how many posts and topics were wrong */
export async function repairTopics(writes: Writes): Promise<number> {
  let repairs = 0;
  const pages = readPages(
    (after) => findTagsAfter(writes.db, after),
    (last) => last,
    { first: '' },
  );
  for await (const tags of pages) {
    for (const tag of tags) {
      repairs += await unlistWrongPosts(writes, tag);
      if (await recountTopic(writes, tag)) repairs++;
    }
  }
  return repairs;
}

async function unlistWrongPosts(writes: Writes, tag: string): Promise<number> {
  let repairs = 0;
  for await (const posts of postsOf(writes.db, tag, firstId)) {
    const ids = posts.map(({ postId }) => postId);
    const texts = new Map((await findTexts(writes.db, ids)).map(({ id, text }) => [id, text]));
    const owners = await findUsers(writes.db, [...new Set(posts.map(({ ownerUid }) => ownerUid))]);
    const visible = new Set(owners.flatMap((owner) => (isHidden(owner) ? [] : owner.uid)));
    const wrong = posts.filter(
      ({ postId, ownerUid }) =>
        !visible.has(ownerUid) || !topicsOf(texts.get(postId) ?? '').some(({ key }) => key === tag),
    );
    for (const { postId } of wrong) if (await indexTopics(writes, { postId, before: [tag] })) repairs++;
  }
  return repairs;
}

async function recountTopic({ db, now, transaction }: Writes, tag: string): Promise<boolean> {
  if (await hasRightCounts(db, tag, now())) return false;
  return transaction(async (tx) => {
    // Posts that are indexed meanwhile wait for the lock, and change the counts afterwards.
    if (!(await lockTag(tx, tag)) || (await hasRightCounts(tx, tag, tx.at))) return false;
    const uses = await countUses(tx, tag, tx.at);
    await clearTagUses(tx, tag);
    for (const use of uses) await addTagUse(tx, tag, use);
    for (const day of daysOf(uses)) await changeTagDay(tx, tag, day);
    tx.fact({ type: 'topics-changed', tags: [tag] });
    return true;
  });
}

async function hasRightCounts(db: Database, tag: string, now: Date): Promise<boolean> {
  const uses = await countUses(db, tag, now);
  const first = firstDay(now);
  const storedUses = await findAllTagUses(db, tag, first);
  const storedDays = (await findTagDays(db, tag)).filter(
    ({ day, posts, people, latest }) => day >= first && posts + people + latest > 0,
  );
  return sameRows(uses, storedUses) && sameRows(daysOf(uses), storedDays);
}

async function countUses(db: Database, tag: string, now: Date): Promise<TagUse[]> {
  const start = momentOf(`${firstDay(now)}T00:00`) ?? now;
  const uses = new Map<string, TagUse>();
  for await (const posts of postsOf(db, tag, firstIdAt(start.getTime()))) {
    for (const { postId, ownerUid: uid } of posts) {
      const lastAt = new Date(idTime(postId));
      const day = localDay(lastAt);
      const earlier = uses.get(`${day} ${uid}`)?.posts ?? 0;
      uses.set(`${day} ${uid}`, { day, uid, posts: earlier + 1, lastAt });
    }
  }
  return [...uses.values()];
}

function daysOf(uses: readonly TagUse[]): TagDay[] {
  const days = new Map<string, TagDay>();
  const latest = new Map<string, string>();
  for (const { uid, day } of uses) if (day > (latest.get(uid) ?? '')) latest.set(uid, day);
  for (const { uid, day, posts } of uses) {
    const before = days.get(day) ?? { day, posts: 0, people: 0, latest: 0 };
    const isLatest = latest.get(uid) === day;
    days.set(day, {
      day,
      posts: before.posts + posts,
      people: before.people + 1,
      latest: before.latest + (isLatest ? 1 : 0),
    });
  }
  return [...days.values()];
}

function postsOf(db: Database, tag: string, after: string) {
  return readPages(
    (place) => findTagPostsAfter(db, tag, place),
    ({ postId }) => postId,
    { first: after, size: ownedTagPosts },
  );
}

// `lastAt` is not compared: it stays when the post that set it is deleted.
function sameRows(first: readonly (TagUse | TagDay)[], second: readonly (TagUse | TagDay)[]): boolean {
  const keys = (rows: readonly (TagUse | TagDay)[]) =>
    rows
      .map((row) => Object.entries({ ...row, lastAt: null }).sort(([a], [b]) => (a < b ? -1 : 1)))
      .map((entries) => JSON.stringify(entries))
      .sort();
  return JSON.stringify(keys(first)) === JSON.stringify(keys(second));
}

function firstDay(now: Date): string {
  return storedTopicDays(now)[0] ?? '';
}

function pairOf({ tag, postId }: { tag: string; postId: string }): string {
  return `${postId} ${tag}`;
}
