import type { Club } from '../../../../contract/src/calls/clubs.ts';
import type { Feature } from '../../../../contract/src/features.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isId, lastId } from '../../kernel/ids.ts';
import { type CachedProfile, isPubliclyReadable } from '../../people/views/profiles.ts';
import type { CachedPost } from '../../posts/views/post-cache.ts';
import type { Stretch } from '../../timeline/views/feed-heads.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { peopleOfComments, type PublicComment, publicComments } from './public-comments.ts';

export type PublicSite = {
  readonly name: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly features: readonly Feature[];
};

export type PageSite = PublicSite & { readonly clubs: ReadonlyMap<string, Club> };

export type PublicPost = {
  readonly id: string;
  readonly post: CachedPost;
  readonly author: CachedProfile;
  /** Null without a quote; `gone` when readers without an account may not see it. */
  readonly quoted: { readonly post: CachedPost; readonly author: CachedProfile } | 'gone' | null;
};

export type Contents = {
  readonly posts: readonly string[];
  readonly people: readonly string[];
  /** The club whose newest posts are on the page. */
  readonly club?: string;
};

export type PostWithComments = {
  readonly post: PublicPost;
  readonly indexable: boolean;
  readonly comments: readonly PublicComment[];
  readonly more: number;
  readonly contents: Contents;
};

/** Null when the post is missing or not readable. */
export async function publicPost(reads: FeedReads, id: string): Promise<PostWithComments | null> {
  if (!isId(id)) return null;
  const [post, head] = await Promise.all([reads.posts.get(id), reads.comments.get(id)]);
  if (!post) return null;
  const { ownerUid, quoteOf } = post.fields;
  const quotedPost = quoteOf === null ? undefined : await reads.posts.get(quoteOf);
  const first = head ?? { comments: [], next: null };
  const people = new Set([ownerUid, ...peopleOfComments(first)]);
  if (quotedPost) people.add(quotedPost.fields.ownerUid);
  const profiles = await reads.profiles.getMany([...people]);
  const author = profiles.get(ownerUid);
  if (!author || !isPubliclyReadable(author)) return null;
  const {
    comments,
    more,
    people: commenters,
  } = await publicComments(reads, { id, post }, { first, profiles });
  const quoted = quoteOf === null ? null : quotedOf(quotedPost, profiles);
  const pagePost = { id, post, author, quoted };
  return {
    post: pagePost,
    indexable: isIndexable(pagePost),
    comments,
    more,
    contents: {
      posts: [id, ...(quoteOf === null ? [] : [quoteOf])],
      people: [...people.union(new Set(commenters))],
    },
  };
}

export type ProfileWithPosts = {
  readonly profile: CachedProfile;
  readonly posts: readonly PublicPost[];
  readonly indexable: boolean;
  readonly contents: Contents;
};

/** Null when the profile is missing or not readable. */
export async function publicProfile(reads: FeedReads, uid: string): Promise<ProfileWithPosts | null> {
  if (!isId(uid)) return null;
  const profile = await reads.profiles.get(uid);
  if (!profile || !isPubliclyReadable(profile)) return null;
  const { ids, posts } = await newestPosts(reads, uid);
  const quotes = ids.flatMap((id) => posts.get(id)?.fields.quoteOf ?? []);
  const quotedPosts = await reads.posts.getMany(quotes);
  const people = new Set([uid, ...[...quotedPosts.values()].map(({ fields }) => fields.ownerUid)]);
  const profiles = await reads.profiles.getMany([...people]);
  const pagePosts = ids.flatMap((id) => {
    const post = posts.get(id);
    if (!post) return [];
    const { quoteOf } = post.fields;
    const quoted = quoteOf === null ? null : quotedOf(quotedPosts.get(quoteOf), profiles);
    return [{ id, post, author: profile, quoted }];
  });
  return {
    profile,
    posts: pagePosts,
    indexable: profile.indexable && pagePosts.every(isIndexable),
    contents: { posts: [...ids, ...quotes], people: [...people] },
  };
}

async function newestPosts(reads: FeedReads, uid: string) {
  const cached = await reads.heads.author(uid);
  const found = await existingPosts(reads, cached);
  // Many cached posts may have been deleted since.
  if (found.ids.length === limits.publicPosts || cached.complete) return found;
  return existingPosts(reads, await reads.heads.readAuthor(uid, lastId));
}

async function existingPosts(reads: FeedReads, { entries }: Stretch) {
  const ids = entries.map(({ postId }) => postId);
  const posts = await reads.posts.getMany(ids);
  return { ids: ids.filter((id) => posts.has(id)).slice(0, limits.publicPosts), posts };
}

export function quotedOf(
  post: CachedPost | undefined,
  profiles: ReadonlyMap<string, CachedProfile>,
): PublicPost['quoted'] {
  const author = post && profiles.get(post.fields.ownerUid);
  return author && isPubliclyReadable(author) ? { post, author } : 'gone';
}

/** Whether a page that shows the post may be in search engines: its author and the quoted one want to be. */
export function isIndexable({ author, quoted }: PublicPost): boolean {
  return author.indexable && (quoted === null || quoted === 'gone' || quoted.author.indexable);
}
