import { limits } from '../../../../contract/src/rules/limits.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { countsOf, displayOf, type TopicCounts, type TopicHeads } from '../../topics/views/topic-heads.ts';
import { stretchOf } from './feed-heads.ts';
import type { FeedReads } from './feed-reads.ts';
import { fromHead, listPage, merge } from './feed.ts';
import type { ReadStretch } from './followed-posts.ts';

export type TopicPageReads = FeedReads & { readonly topics: TopicHeads };

type TopicPage = TextPage & TopicCounts & { display: string; hidden: boolean };

/** Younger posts may not be listed under their topics yet. */
const indexingMs = 10 * 60_000;

export async function topicPage(
  reads: TopicPageReads,
  viewerUid: string,
  { tag, before, now }: { tag: string; before: string | null; now: Date },
): Promise<TopicPage> {
  const { topics } = reads;
  const head = await topics.head(tag);
  const own = await ownNewPosts(reads, viewerUid, tag, now);
  const read: ReadStretch = async (id) => {
    const stretch = await fromHead(
      id,
      async () => stretchOf(head),
      async (place) => stretchOf(await topics.readPosts(tag, place)),
    );
    return own.length === 0
      ? stretch
      : merge([stretch, stretchOf({ ids: own.filter((post) => post < id), complete: true })]);
  };
  const page = await listPage(reads, viewerUid, before, read, limits.feedPage, 'feed');
  return { ...page, ...countsOf(head, now), display: displayOf(tag, head), hidden: head.hidden };
}

async function ownNewPosts(
  { heads, posts }: FeedReads,
  uid: string,
  tag: string,
  now: Date,
): Promise<readonly string[]> {
  const since = firstIdAt(now.getTime() - indexingMs);
  const { entries } = await heads.author(uid);
  const older = entries.findIndex(({ postId }) => postId < since);
  const ids = entries.slice(0, older < 0 ? undefined : older).map(({ postId }) => postId);
  if (ids.length === 0) return ids;
  const found = await posts.getMany(ids);
  return ids.filter((id) => topicsOf(found.get(id)?.fields.text ?? '').some(({ key }) => key === tag));
}
