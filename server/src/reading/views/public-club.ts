import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isPubliclyReadable } from '../../people/views/profiles.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { type Contents, isIndexable, type PublicPost, quotedOf } from './public-reads.ts';

export type ClubWithPosts = {
  readonly club: Club;
  readonly members: number;
  readonly posts: readonly PublicPost[];
  /** The page also reveals whose fans the authors are. */
  readonly indexable: boolean;
  readonly contents: Contents;
};

// The search is bounded, since most fans may have opted out. The page then shows fewer posts.
const maxCandidates = 250;
const candidatesAtOnce = limits.publicPosts;

export async function publicClub(reads: FeedReads, slug: string): Promise<ClubWithPosts | null> {
  const club = await reads.clubs.find(slug);
  if (!club) return null;
  const posts: PublicPost[] = [];
  const candidates = { posts: [] as string[], people: new Set<string>() };
  let rest = await reads.clubHeads.head(slug);
  for (let n = 0; n < maxCandidates && posts.length < limits.publicPosts; n += candidatesAtOnce) {
    const ids = rest.ids.slice(0, candidatesAtOnce);
    const last = ids.at(-1);
    if (last === undefined) break;
    const found = await readable(reads, slug, ids);
    posts.push(...found.posts);
    candidates.posts.push(...found.contents.posts);
    for (const uid of found.contents.people) candidates.people.add(uid);
    const remaining = { ids: rest.ids.slice(candidatesAtOnce), complete: rest.complete };
    rest =
      remaining.ids.length > 0 || remaining.complete ? remaining : await reads.clubHeads.before(slug, last);
  }
  const pagePosts = posts.slice(0, limits.publicPosts);
  return {
    club,
    members: await reads.clubs.membersOf(slug),
    posts: pagePosts,
    indexable: pagePosts.every(isIndexable),
    contents: { posts: candidates.posts, people: [...candidates.people], club: slug },
  };
}

// `contents` includes people who are left out: the page changes when one of them becomes readable.
async function readable(
  reads: FeedReads,
  slug: string,
  ids: readonly string[],
): Promise<{ posts: PublicPost[]; contents: Contents }> {
  const found = await reads.posts.getMany(ids);
  const quotes = [...found.values()].flatMap(({ fields }) => fields.quoteOf ?? []);
  const quotedPosts = await reads.posts.getMany(quotes);
  const all = [...found.values(), ...quotedPosts.values()];
  const people = [...new Set(all.map(({ fields }) => fields.ownerUid))];
  const profiles = await reads.profiles.getMany(people);
  const posts = ids.flatMap((id) => {
    const post = found.get(id);
    const author = post && profiles.get(post.fields.ownerUid);
    if (!author || !isPubliclyReadable(author) || author.profile.club !== slug) return [];
    const { quoteOf } = post.fields;
    const quoted = quoteOf === null ? null : quotedOf(quotedPosts.get(quoteOf), profiles);
    return [{ id, post, author, quoted }];
  });
  return { posts, contents: { posts: [...found.keys(), ...quotes], people } };
}
