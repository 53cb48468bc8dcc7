import type { PollKey } from '../../../../contract/src/calls/shapes.ts';
import { findAccountByEmail } from '../../accounts/store/accounts.ts';
import { addMissingClubs } from '../../clubs/actions/load-clubs.ts';
import { countMembers, replaceClubCounts } from '../../clubs/store/club-members.ts';
import { findClubs } from '../../clubs/store/clubs.ts';
import { writeSuggestions } from '../../discovery/jobs/refresh-suggestions.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { setSweepPosition } from '../../kernel/store/sweeps.ts';
import { repairTotals } from '../../kernel/store/totals.ts';
import { countFollowsOf } from '../../people/store/follows.ts';
import { setFollowersCount } from '../../people/store/users.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Database, Pool } from '../../platform/postgres/database.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { analyzeTables } from '../store/bulk/analyze-tables.ts';
import { insertManyCommentLikes, insertManyComments } from '../store/bulk/comments.ts';
import { insertManyLikes, insertManySaves, insertManyVotes } from '../store/bulk/marks.ts';
import { insertManyNotifications, markNewestUnread } from '../store/bulk/notifications.ts';
import {
  type BulkEdge,
  countAccountsOutside,
  insertManyEdges,
  insertManyUsers,
} from '../store/bulk/people.ts';
import {
  type BulkPost,
  insertManyOnTimelines,
  insertManyPosts,
  insertManyReposts,
} from '../store/bulk/posts.ts';
import { type BulkUpload, insertManyUploads } from '../store/bulk/uploads.ts';
import { storeAdPictures, writeAds } from './ads.ts';
import { castDomain, castPassword } from './cast.ts';
import { type Community, communityDays, createCommunity, type SeededPost } from './community.ts';
import type { Person } from './people.ts';
import { createRandom } from './random.ts';
import { storePortraits, type Portraits, SeededPictures } from './seed-files.ts';
import { notificationsAbout } from './seed-notifications.ts';

export type SeedOptions = {
  readonly files: FileStore;
  readonly users: number;
  readonly posts: number;
  /** The community's last moment; with the seed it determines every row. */
  readonly until: Date;
  readonly officialUid: string | null;
  readonly superAdminEmail: string | null;
  /** Allows a site with real people. */
  readonly force: boolean;
  readonly password?: string;
  /** Posts of so many days go onto timelines: a million posts on all of them would be fifty million rows. */
  readonly timelineDays?: number;
};

export type SeedResult =
  | { outcome: 'seeded'; users: number; posts: number; likes: number; comments: number }
  | { outcome: 'already seeded' }
  | { outcome: 'real people'; accounts: number };

export const seed = 1986;

/** Fills a site with the example community, in one transaction. */
export async function seedSite(db: Pool, options: SeedOptions): Promise<SeedResult> {
  const community = createCommunity(seed, options, options.until.getTime());
  const [first] = community.people;
  if (first && (await findAccountByEmail(db, first.email))) return { outcome: 'already seeded' };
  const accounts = await countAccountsOutside(db, castDomain, options.superAdminEmail);
  if (accounts > 0 && !options.force) return { outcome: 'real people', accounts };
  const passwordHash = await hashPassword(options.password ?? castPassword);
  // Outside the transaction, which should wait only for the database.
  const pictures = await SeededPictures.draw(options.files, seed);
  const portraits = await storePortraits(options.files, community.people, seed);
  const ads = { seed, ownerUid: options.officialUid ?? first?.uid ?? '', until: options.until };
  const adPictures = await storeAdPictures(options.files, ads);
  const result = await db.transaction(async (tx) => {
    // First: after other writes, Citus refuses to write a reference table.
    await writeAds(tx, adPictures, ads);
    const clubOf = await seededClubs(tx);
    await writeEdges(tx, community, options);
    const totals = await writePosts(tx, community, { pictures, clubOf }, options);
    await writePeople(tx, community, { posts: totals.byAuthor, portraits, passwordHash, clubOf }, options);
    // After a quiet afternoon no notification is recent enough to be unread.
    for (const { uid } of community.people.filter(({ inCast }) => inCast)) await markNewestUnread(tx, uid);
    const { likes, comments } = totals;
    return { outcome: 'seeded' as const, users: options.users, posts: options.posts, likes, comments };
  });
  await analyzeTables(db);
  await db.transaction(async (tx) => {
    await replaceClubCounts(tx, await countMembers(tx));
    await writeSuggestions(tx, options.until);
  });
  // The topic job then lists all posts, from the first one.
  await setSweepPosition(db, 'topics', '');
  await addJob(db, 'index-earlier-topics', {});
  return result;
}

async function writeEdges(db: Database, community: Community, { officialUid }: SeedOptions): Promise<void> {
  for (const rows of batches(edgesOf(community), 2_000)) await insertManyEdges(db, rows);
  if (officialUid === null) return;
  const toOfficial = community.people.map((person) => ({
    follower: person.uid,
    followee: officialUid,
    at: new Date(person.createdAt),
  }));
  for (const rows of batches(toOfficial, 2_000)) await insertManyEdges(db, rows, { official: true });
}

function* edgesOf({ people, followees }: Community): Generator<BulkEdge> {
  for (const [i, { uid, createdAt }] of people.entries()) {
    const at = new Date(createdAt);
    for (const followee of followees[i] ?? []) {
      yield { follower: uid, followee: people[followee]?.uid ?? '', at };
    }
  }
}

type ClubOf = (person: Person | undefined) => string | null;

// The phrases use short names of clubs; of several clubs with the same one, the first counts.
async function seededClubs(tx: Database): Promise<ClubOf> {
  await addMissingClubs(tx);
  const slugs = new Map<string, string>();
  for (const { club } of (await findClubs(tx)).toReversed())
    for (const name of [club.name, club.short]) slugs.set(name, club.slug);
  const isShy = (person: Person) => !person.inCast && person.handle.length % 6 === 0;
  return (person) => (person && !isShy(person) ? (slugs.get(person.club) ?? null) : null);
}

type Totals = { byAuthor: Int32Array; likes: number; comments: number };

async function writePosts(
  db: Database,
  community: Community,
  { pictures, clubOf }: { pictures: SeededPictures; clubOf: ClubOf },
  { until, timelineDays = communityDays }: SeedOptions,
): Promise<Totals> {
  const totals = { byAuthor: new Int32Array(community.people.length), likes: 0, comments: 0 };
  const onTimelinesFrom = until.getTime() - timelineDays * 86_400_000;
  const uidOf = (i: number) => community.people[i]?.uid ?? '';
  const notificationOptions = { random: createRandom(seed + 5), until: until.getTime() };
  for (const batch of batches(community.posts(), 250)) {
    const uploads: BulkUpload[] = [];
    const rows: BulkPost[] = [];
    for (const post of batch) {
      const owner = { id: post.id, ownerUid: uidOf(post.author), at: new Date(post.at) };
      const storedFiles = await pictures.store(owner, post.pictures);
      uploads.push(...storedFiles.map(({ upload }) => upload));
      const club = clubOf(community.people[post.author]);
      rows.push({ ...postRow(post), ...owner, club, files: storedFiles.map(({ file }) => file) });
    }
    for (const { author } of batch) totals.byAuthor[author] = (totals.byAuthor[author] ?? 0) + 1;
    const likes = batch.flatMap((post) =>
      post.likes.map(({ who, at }) => ({ postId: post.id, uid: uidOf(who), at: new Date(at) })),
    );
    const comments = batch.flatMap((post) =>
      post.comments.map(({ id, author, text, at, replyTo, rootId, likes: { length } }) => ({
        postId: post.id,
        id,
        uid: uidOf(author),
        text,
        at: new Date(at),
        replyTo,
        rootId,
        likes: length,
      })),
    );
    const commentLikes = batch.flatMap((post) =>
      post.comments.flatMap((comment) =>
        comment.likes.map(({ who, at }) => ({
          postId: post.id,
          commentId: comment.id,
          uid: uidOf(who),
          at: new Date(at),
        })),
      ),
    );
    if (uploads.length > 0) await insertManyUploads(db, uploads);
    await insertManyPosts(db, rows);
    await insertManyLikes(db, likes);
    await insertManyComments(db, comments);
    await insertManyCommentLikes(db, commentLikes);
    await writeReactions(db, batch, uidOf, onTimelinesFrom);
    await insertManyNotifications(db, notificationsAbout(batch, community, notificationOptions));
    const recent = rows.filter((row) => row.at.getTime() >= onTimelinesFrom);
    if (recent.length > 0) await insertManyOnTimelines(db, recent);
    totals.likes += likes.length;
    totals.comments += comments.length;
  }
  return totals;
}

function postRow(post: SeededPost) {
  const { text, link, linkPreview, poll, quoteOf, warning, commentPolicy, quotesAllowed, editedAt } = post;
  const votesFor = (option: PollKey) => post.votes.filter((vote) => vote.option === option).length;
  return {
    text,
    link,
    linkPreview,
    poll,
    quoteOf,
    warning,
    commentPolicy,
    quotesAllowed,
    editedAt: editedAt === null ? null : new Date(editedAt),
    counts: {
      likes: post.likes.length,
      comments: post.comments.length,
      reposts: post.reposts.length,
      votes: [votesFor('a'), votesFor('b'), votesFor('c'), votesFor('d')] as const,
    },
  };
}

async function writeReactions(
  db: Database,
  batch: readonly SeededPost[],
  uidOf: (person: number) => string,
  onTimelinesFrom: number,
): Promise<void> {
  const reposts = batch.flatMap((post) =>
    post.reposts.map(({ id, who, at }) => ({
      entryId: id,
      postId: post.id,
      uid: uidOf(who),
      authorUid: uidOf(post.author),
      at: new Date(at),
    })),
  );
  const votes = batch.flatMap((post) =>
    post.votes.map(({ who, option, at }) => ({ postId: post.id, uid: uidOf(who), option, at: new Date(at) })),
  );
  const saves = batch.flatMap((post) =>
    post.saves.map(({ who, at }) => ({ postId: post.id, uid: uidOf(who), at: new Date(at) })),
  );
  await insertManyReposts(db, reposts, onTimelinesFrom);
  await insertManyVotes(db, votes);
  await insertManySaves(db, saves);
}

async function writePeople(
  db: Database,
  { people, followees }: Community,
  {
    posts,
    portraits,
    passwordHash,
    clubOf,
  }: { posts: Int32Array; portraits: Portraits; passwordHash: string; clubOf: ClubOf },
  { officialUid }: SeedOptions,
): Promise<void> {
  await insertManyUploads(db, portraits.uploads);
  const followers = new Int32Array(people.length);
  for (const list of followees) for (const i of list) followers[i] = (followers[i] ?? 0) + 1;
  const rows = people.map((person, i) => ({
    ...person,
    avatar: portraits.urls.get(person.uid) ?? null,
    passwordHash: person.inCast ? passwordHash : null,
    followers: followers[i] ?? 0,
    following: (followees[i]?.length ?? 0) + (officialUid === null ? 0 : 1),
    posts: posts[i] ?? 0,
    club: clubOf(person),
    at: new Date(person.createdAt),
  }));
  for (const part of batches(rows, 500)) await insertManyUsers(db, part);
  await repairTotals(db, officialUid);
  if (officialUid !== null) await setFollowersCount(db, officialUid, await countFollowsOf(db, officialUid));
}

function* batches<T>(rows: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
