import type { AnswerSlot } from '../../kernel/page-text.ts';
import type { CachedProfile, ProfileCache } from '../../people/views/profiles.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { CacheEntry, Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import type { CachedPost, PostCache } from './post-cache.ts';
import type { IdsOfPage } from './viewer-states.ts';

export type PostRef = { readonly postId: string; readonly reposterUid: string | null };

export type PostParts = { readonly post: CachedPost; readonly author: CachedProfile };

export type HydratedPost = PostParts & {
  readonly quoted: PostParts | null;
  readonly reposter: CachedProfile | undefined;
};

/** `author`: null for a post that does not exist. */
type PartPlaces = {
  readonly post: CacheEntry<CachedPost>;
  readonly author: CacheEntry<CachedProfile> | null;
};

type Places = PartPlaces & {
  readonly quoted: PartPlaces | null;
  readonly reposter: CacheEntry<CachedProfile> | null;
};

/** The texts of a list for viewers who exclude nobody, and all that they were made of. */
export type KeptPage = {
  /** Null when some posts have no text. */
  readonly slot: AnswerSlot | null;
  readonly posts: Snapshot<CachedPost>;
  readonly people: Snapshot<CachedProfile>;
  readonly ids: IdsOfPage;
  /** Null in a list for everybody, whose texts are those of viewers without marks. */
  readonly marksVersion: number | null;
  readonly limitedPosts: readonly HydratedPost[];
  readonly closedIds: ReadonlySet<string>;
  readonly texts: readonly (string | null)[];
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
  const places = list.places ?? placesOf(caches, list.refs);
  const hydrated = places && fromPlaces(caches, places);
  if (!hydrated) return find(caches, list);
  if (list.places !== undefined) list.places = places;
  return hydrated;
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
  if (list.places !== undefined) list.places = placesOf(caches, refs);
  return posts;
}

async function withQuoted(posts: PostCache, refs: readonly PostRef[]): Promise<Map<string, CachedPost>> {
  const found = await posts.getMany(refs.map((ref) => ref.postId));
  const quotedIds: string[] = [];
  for (const post of found.values()) if (post.fields.quoteOf !== null) quotedIds.push(post.fields.quoteOf);
  if (quotedIds.length > 0) for (const [id, post] of await posts.getMany(quotedIds)) found.set(id, post);
  return found;
}

/** Null unless each part is cached. */
function placesOf(caches: Caches, refs: readonly PostRef[]): Places[] | null {
  const places: Places[] = [];
  for (const { postId, reposterUid } of refs) {
    const own = placeOf(caches, postId);
    if (!own) return null;
    if (own.author === null) {
      places.push({ ...own, quoted: null, reposter: null });
      continue;
    }
    const quoteOf = own.post.value?.fields.quoteOf ?? null;
    const quoted = quoteOf === null ? null : placeOf(caches, quoteOf);
    const reposter = reposterUid === null ? null : caches.authors.entry(reposterUid);
    if (reposter === undefined || (quoted === null && quoteOf !== null)) return null;
    places.push({ ...own, quoted, reposter });
  }
  return places;
}

function placeOf({ posts, authors }: Caches, id: string): PartPlaces | null {
  const entry = posts.entry(id);
  if (!entry) return null;
  const post = posts.current(entry);
  if (!post) return { post: entry, author: null };
  const author = authors.entry(post.fields.ownerUid);
  return author ? { post: entry, author } : null;
}

function fromPlaces(caches: Caches, places: readonly Places[]): (HydratedPost | null)[] | null {
  const hydrated: (HydratedPost | null)[] = [];
  for (const place of places) {
    const parts = partsAt(caches, place);
    const quoted = place.quoted && partsAt(caches, place.quoted);
    const reposter = place.reposter === null ? undefined : caches.authors.current(place.reposter);
    if (parts === undefined || quoted === undefined || (place.reposter !== null && !reposter)) return null;
    if (parts && parts.post.fields.quoteOf !== null && !place.quoted) return null;
    hydrated.push(parts && { post: parts.post, author: parts.author, quoted, reposter });
  }
  return hydrated;
}

/** Null when the post does not exist, undefined when a part must be looked up again. */
function partsAt({ posts, authors }: Caches, place: PartPlaces): PostParts | null | undefined {
  if (place.author === null) return posts.isAbsent(place.post) ? null : undefined;
  const post = posts.current(place.post);
  const author = authors.current(place.author);
  return post && author && { post, author };
}
