import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { exclusionsOf } from '../../people/views/exclusions.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';

/** A deletion is announced to everybody who could see the post before. */
export type PostSubject = {
  readonly postId: string;
  readonly ownerUid: string;
  readonly deleted: boolean;
  /** As the event tells them. */
  readonly club?: string;
  readonly tags?: readonly string[];
};

/** The viewers who must not receive an event; null: nobody may. */
type ExcludedUids = ReadonlySet<string> | null;

const nobody: ReadonlySet<string> = new Set();

export async function excludedViewers(
  reads: PostReads,
  subjects: readonly PostSubject[],
  viewers: ReadonlySetLike<string>,
): Promise<(ExcludedUids | 'outdated')[]> {
  const postIds = subjects.flatMap(({ deleted, postId }) => (deleted ? [] : postId));
  const owners = new Set(subjects.map(({ ownerUid }) => ownerUid));
  const [posts, profiles, blockedWith] = await Promise.all([
    reads.posts.getMany(postIds),
    reads.authors.getMany([...owners]),
    blockLookup(reads, owners, viewers),
  ]);
  return subjects.map(({ postId, ownerUid, deleted, club, tags }) => {
    if (deleted) return blockedWith(ownerUid);
    const post = posts.get(postId);
    const owner = profiles.get(ownerUid);
    if (!post || owner?.hidden !== false) return null;
    const isClubGone = club !== undefined && owner.profile.club !== club;
    if (isClubGone || hasLost(post.fields.text, tags)) return 'outdated';
    return blockedWith(ownerUid);
  });
}

function hasLost(text: string, tags: readonly string[] = []): boolean {
  if (tags.length === 0) return false;
  const topics = new Set(topicsOf(text).map(({ key }) => key));
  return tags.some((tag) => !topics.has(tag));
}

// The queries go by the smaller side: one author and ten thousand viewers, or one viewer and many authors.
async function blockLookup(
  reads: PostReads,
  owners: ReadonlySet<string>,
  viewers: ReadonlySetLike<string>,
): Promise<(ownerUid: string) => ReadonlySet<string>> {
  const byOwner = owners.size <= viewers.size;
  const fewer = byOwner ? owners : new Set(iterate(viewers));
  const others = byOwner ? viewers : owners;
  const blockedUids = new Map<string, ReadonlySet<string>>();
  await Promise.all(
    [...fewer].map(async (uid) => blockedUids.set(uid, await blockedAmong(reads, uid, others))),
  );
  if (byOwner) return (ownerUid) => blockedUids.get(ownerUid) ?? nobody;
  return (ownerUid) => new Set([...fewer].filter((uid) => blockedUids.get(uid)?.has(ownerUid)));
}

async function blockedAmong(
  reads: PostReads,
  uid: string,
  others: ReadonlySetLike<string>,
): Promise<ReadonlySet<string>> {
  const { blocks, blockedBy } = await exclusionsOf(reads, uid, iterate(others));
  if (blocks.size + blockedBy.size === 0) return nobody;
  return blocks.intersection(others).union(blockedBy.intersection(others));
}

function iterate(set: ReadonlySetLike<string>): Iterable<string> {
  return { [Symbol.iterator]: () => set.keys() };
}
