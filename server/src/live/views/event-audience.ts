import { unwantedOf } from '../../people/views/unwanted.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';

/** The post that an event tells of. One that is `gone` is told of to whoever could see it before. */
export type PostSubject = { readonly postId: string; readonly ownerUid: string; readonly gone: boolean };

/** Those of some viewers from whom an event is kept; null: from everybody. */
type KeptFrom = ReadonlySet<string> | null;

const nobody: ReadonlySet<string> = new Set();

/**
 * From which of these viewers each event is kept, by the rules of the views: what it tells of is shown, and no block
 * stands between its author and the viewer. Asked once for many streams: it costs as much as the smaller of the two,
 * the people whom a block keeps from an author and the viewers.
 */
export async function keptFrom(
  reads: PostReads,
  subjects: readonly PostSubject[],
  viewers: ReadonlySetLike<string>,
): Promise<KeptFrom[]> {
  const shown = subjects.flatMap(({ gone, postId }) => (gone ? [] : postId));
  const owners = new Set(subjects.map(({ ownerUid }) => ownerUid));
  const [posts, profiles, apart] = await Promise.all([
    reads.posts.getMany(shown),
    reads.profiles.getMany([...owners]),
    apartPairs(reads, owners, viewers),
  ]);
  return subjects.map(({ postId, ownerUid, gone }) => {
    const isThere = gone || (posts.has(postId) && profiles.get(ownerUid)?.hidden === false);
    return isThere ? apart(ownerUid) : null;
  });
}

// Whichever of the two are fewer are asked for: one author and ten thousand viewers, or one viewer and many authors.
async function apartPairs(
  reads: PostReads,
  owners: ReadonlySet<string>,
  viewers: ReadonlySetLike<string>,
): Promise<(ownerUid: string) => ReadonlySet<string>> {
  const byOwner = owners.size <= viewers.size;
  const few = byOwner ? owners : new Set(iterate(viewers));
  const others = byOwner ? viewers : owners;
  const apart = new Map<string, ReadonlySet<string>>();
  await Promise.all([...few].map(async (uid) => apart.set(uid, await apartFrom(reads, uid, others))));
  if (byOwner) return (ownerUid) => apart.get(ownerUid) ?? nobody;
  return (ownerUid) => new Set([...few].filter((uid) => apart.get(uid)?.has(ownerUid)));
}

/** Which of some people a block keeps apart from a user, whoever made it. */
async function apartFrom(
  reads: PostReads,
  uid: string,
  others: ReadonlySetLike<string>,
): Promise<ReadonlySet<string>> {
  const { blocks, blockedBy } = await unwantedOf(reads, uid, iterate(others));
  if (blocks.size + blockedBy.size === 0) return nobody;
  return blocks.intersection(others).union(blockedBy.intersection(others));
}

function iterate(set: ReadonlySetLike<string>): Iterable<string> {
  return { [Symbol.iterator]: () => set.keys() };
}
