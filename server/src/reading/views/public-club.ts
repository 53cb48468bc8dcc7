import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isPubliclyReadable } from '../../people/views/profiles.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { type Contents, type PublicPost, quotedOf } from './public-reads.ts';

export type ClubWithPosts = {
  readonly club: Club;
  /** Its fans at the last count. */
  readonly members: number;
  readonly posts: readonly PublicPost[];
  /** Whether everybody whose post is listed wants to be in search engines: the page says whose fans they are. */
  readonly indexable: boolean;
  readonly shown: Contents;
};

// Most fans may have chosen members only: the page then shows those that it found.
const consideredMax = 250;
const consideredAtOnce = limits.publicPosts;

/** A club with the newest posts of those of its fans whom anybody may read; null when there is no such club. */
export async function publicClub(reads: FeedReads, slug: string): Promise<ClubWithPosts | null> {
  const club = await reads.clubs.find(slug);
  if (!club) return null;
  const posts: PublicPost[] = [];
  const considered = { posts: [] as string[], people: new Set<string>() };
  let rest = await reads.clubHeads.head(slug);
  for (let n = 0; n < consideredMax && posts.length < limits.publicPosts; n += consideredAtOnce) {
    const ids = rest.ids.slice(0, consideredAtOnce);
    const last = ids.at(-1);
    if (last === undefined) break;
    const found = await readable(reads, slug, ids);
    posts.push(...found.posts);
    considered.posts.push(...found.shown.posts);
    for (const uid of found.shown.people) considered.people.add(uid);
    const left = { ids: rest.ids.slice(consideredAtOnce), complete: rest.complete };
    rest = left.ids.length > 0 || left.complete ? left : await reads.clubHeads.before(slug, last);
  }
  const listed = posts.slice(0, limits.publicPosts);
  return {
    club,
    members: await reads.clubs.membersOf(slug),
    posts: listed,
    indexable: listed.every(({ author }) => author.indexable),
    shown: { posts: considered.posts, people: [...considered.people], club: slug },
  };
}

// The people who are left out count as shown: the page changes when one of them becomes readable.
async function readable(
  reads: FeedReads,
  slug: string,
  ids: readonly string[],
): Promise<{ posts: PublicPost[]; shown: Contents }> {
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
  return { posts, shown: { posts: [...found.keys(), ...quotes], people } };
}
