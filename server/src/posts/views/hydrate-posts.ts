import type { CachedProfile, ProfileCache } from '../../people/views/profiles.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { CacheEntry } from '../../platform/concurrency/sieve-cache.ts';
import type { CachedPost, PostCache } from './post-cache.ts';

export type PostRef = { readonly postId: string; readonly reposterUid: string | null };

export type PostParts = { readonly post: CachedPost; readonly author: CachedProfile };

export type HydratedPost = PostParts & {
  readonly quoted: PostParts | null;
  readonly reposter: CachedProfile | undefined;
};

type PartPlaces = { readonly post: CacheEntry<CachedPost>; readonly author: CacheEntry<CachedProfile> };

type Places = PartPlaces & {
  readonly quoted: PartPlaces | null;
  readonly reposter: CacheEntry<CachedProfile> | null;
};

export type PartsOfPage<Post, Person> = {
  readonly posts: readonly Post[];
  readonly people: readonly Person[];
};

/**
 * The texts of a list for viewers who exclude nobody, and all that they were made of. `places` and `parts`:
 * where the caches hold its posts and people, and what they held.
 */
export type KeptPage = {
  readonly key: string;
  readonly places: PartsOfPage<CacheEntry<CachedPost>, CacheEntry<CachedProfile>>;
  readonly parts: PartsOfPage<CachedPost, CachedProfile>;
  readonly ids: readonly string[];
  /** Null in a list for everybody, whose texts are those of viewers without marks. */
  readonly marksVersion: number | null;
  readonly limitedPosts: readonly HydratedPost[];
  readonly closedIds: ReadonlySet<string>;
  readonly texts: readonly (string | null)[];
  joined: CacheEntry<string> | null;
};

/** A list that is read often keeps where the caches hold its parts, and the page that was made last. */
export type PostList = {
  readonly refs: readonly PostRef[];
  /** Null until they are known. */
  places?: readonly Places[] | null;
  /** Only one viewer reads it. */
  readonly isOwn?: boolean;
  kept?: KeptPage;
};

type Caches = { readonly posts: PostCache; readonly authors: ProfileCache };

/** The posts of a list with their people, the same for all viewers. Null for a post that does not exist. */
export function hydratePosts(caches: Caches, list: PostList): MaybePromise<readonly (HydratedPost | null)[]> {
  return (list.places && fromPlaces(caches, list.places)) || find(caches, list);
}

async function find(caches: Caches, list: PostList): Promise<(HydratedPost | null)[]> {
  const { refs } = list;
  const found = await withQuoted(caches.posts, refs);
  const uids = new Set<string>();
  for (const post of found.values()) uids.add(post.fields.ownerUid);
  for (const { reposterUid } of refs) if (reposterUid !== null) uids.add(reposterUid);
  const people = await caches.authors.getMany([...uids]);
  const partsOf = (id: string): PostParts | null => {
    const post = found.get(id);
    const author = post && people.get(post.fields.ownerUid);
    return author ? { post, author } : null;
  };
  const posts = refs.map(({ postId, reposterUid }) => {
    const parts = partsOf(postId);
    const quoteOf = parts?.post.fields.quoteOf ?? null;
    const quoted = quoteOf === null ? null : partsOf(quoteOf);
    const reposter = reposterUid === null ? undefined : people.get(reposterUid);
    return parts && { post: parts.post, author: parts.author, quoted, reposter };
  });
  if (list.places !== undefined) list.places = placesOf(caches, list, posts);
  return posts;
}

async function withQuoted(posts: PostCache, refs: readonly PostRef[]): Promise<Map<string, CachedPost>> {
  const found = await posts.getMany(refs.map((ref) => ref.postId));
  const quotedIds: string[] = [];
  for (const post of found.values()) if (post.fields.quoteOf !== null) quotedIds.push(post.fields.quoteOf);
  if (quotedIds.length > 0) for (const [id, post] of await posts.getMany(quotedIds)) found.set(id, post);
  return found;
}

/** Null unless each part exists and is cached. */
function placesOf(
  { posts, authors }: Caches,
  { refs }: PostList,
  hydrated: readonly (HydratedPost | null)[],
): Places[] | null {
  const placeOf = (id: string, uid: string): PartPlaces | null => {
    const [post, author] = [posts.entry(id), authors.entry(uid)];
    return post && author ? { post, author } : null;
  };
  const places: Places[] = [];
  for (const [i, row] of hydrated.entries()) {
    const { quoteOf = null, id = '', ownerUid = '' } = row?.post.fields ?? {};
    const reposterUid = refs[i]?.reposterUid ?? null;
    const own = placeOf(id, ownerUid);
    const quoted = row?.quoted ? placeOf(row.quoted.post.fields.id, row.quoted.post.fields.ownerUid) : null;
    const reposter = reposterUid === null ? null : authors.entry(reposterUid);
    if (!own || reposter === undefined || (quoted === null && quoteOf !== null)) return null;
    places.push({ ...own, quoted, reposter });
  }
  return places;
}

function fromPlaces({ posts, authors }: Caches, places: readonly Places[]): HydratedPost[] | null {
  const hydrated: HydratedPost[] = [];
  for (const place of places) {
    const post = posts.current(place.post);
    const author = authors.current(place.author);
    const quotedPost = place.quoted && posts.current(place.quoted.post);
    const quotedAuthor = place.quoted && authors.current(place.quoted.author);
    const reposter = place.reposter === null ? undefined : authors.current(place.reposter);
    if (!post || !author || quotedPost === undefined || quotedAuthor === undefined) return null;
    if ((place.reposter !== null && !reposter) || (post.fields.quoteOf !== null && !quotedPost)) return null;
    const quoted = quotedPost && quotedAuthor && { post: quotedPost, author: quotedAuthor };
    hydrated.push({ post, author, quoted, reposter });
  }
  return hydrated;
}
