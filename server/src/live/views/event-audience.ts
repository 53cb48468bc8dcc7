import { exclusionsOf } from '../../people/views/exclusions.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';

/** The post of an event. A deleted one is announced to everybody who could see it before. */
export type PostSubject = { readonly postId: string; readonly ownerUid: string; readonly deleted: boolean };

/** The viewers who must not receive an event; null: nobody may. */
type Excluded = ReadonlySet<string> | null;

const nobody: ReadonlySet<string> = new Set();

/**
 * For each event, the viewers who must not receive it: it is hidden, or there is a block with its author. Runs once
 * for many streams, in queries for the smaller side: authors or viewers.
 */
export async function excludedViewers(
  reads: PostReads,
  subjects: readonly PostSubject[],
  viewers: ReadonlySetLike<string>,
): Promise<Excluded[]> {
  const existing = subjects.flatMap(({ deleted, postId }) => (deleted ? [] : postId));
  const owners = new Set(subjects.map(({ ownerUid }) => ownerUid));
  const [posts, profiles, blockedWith] = await Promise.all([
    reads.posts.getMany(existing),
    reads.authors.getMany([...owners]),
    blockLookup(reads, owners, viewers),
  ]);
  return subjects.map(({ postId, ownerUid, deleted }) => {
    const isVisible = deleted || (posts.has(postId) && profiles.get(ownerUid)?.hidden === false);
    return isVisible ? blockedWith(ownerUid) : null;
  });
}

// Queries by whichever side is smaller: one author and ten thousand viewers, or one viewer and many authors.
async function blockLookup(
  reads: PostReads,
  owners: ReadonlySet<string>,
  viewers: ReadonlySetLike<string>,
): Promise<(ownerUid: string) => ReadonlySet<string>> {
  const byOwner = owners.size <= viewers.size;
  const few = byOwner ? owners : new Set(iterate(viewers));
  const others = byOwner ? viewers : owners;
  const blocked = new Map<string, ReadonlySet<string>>();
  await Promise.all([...few].map(async (uid) => blocked.set(uid, await blockedAmong(reads, uid, others))));
  if (byOwner) return (ownerUid) => blocked.get(ownerUid) ?? nobody;
  return (ownerUid) => new Set([...few].filter((uid) => blocked.get(uid)?.has(ownerUid)));
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
