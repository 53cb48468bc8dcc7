import { findAccount } from '../../accounts/store/accounts.ts';
import { deviceName } from '../../accounts/views/device-name.ts';
import { findClubsOfPosts, findOwnClub } from '../../clubs/store/own-club.ts';
import { findDevices } from '../../notifications/store/push-devices.ts';
import { pushPreferences } from '../../notifications/views/push-preferences.ts';
import type { FollowPlace } from '../../people/store/follows.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { preferencesOf } from '../../people/views/preferences.ts';
import { keyOfAvatarUrl } from '../../platform/files/media-keys.ts';
import { findAcceptedTerms } from '../../posts/store/activity.ts';
import { findPosts, type PostRow, storedFiles } from '../../posts/store/posts.ts';
import { pollView } from '../../posts/views/polls.ts';
import { warningOf } from '../../posts/views/post-cache.ts';
import { findOwnSessions } from '../../sessions/store/sessions.ts';

export function archiveName(key: string): string {
  return `archivos/${key.slice(key.lastIndexOf('/') + 1)}`;
}

export async function ownAccount({ db }: PeopleReads, uid: string): Promise<object> {
  const [row, acceptedTosAt] = await Promise.all([findAccount(db, uid), findAcceptedTerms(db, uid)]);
  return {
    uid,
    email: row?.email_lower ?? null,
    emailVerifiedAt: row?.email_verified_at ?? null,
    findableByEmail: row?.findable_by_email ?? null,
    hasPassword: row !== null && row.password_hash !== null,
    google: row !== null && row.google_subject !== null,
    createdAt: row?.created_at ?? null,
    acceptedTosAt,
    firstSteps: { done: row?.onboarding_steps ?? [], hiddenUntil: row?.onboarding_later ?? null },
  };
}

export async function ownProfile({ db }: PeopleReads, uid: string): Promise<object> {
  const [[row], club] = await Promise.all([findUsers(db, [uid]), findOwnClub(db, uid)]);
  if (!row) return {};
  const avatarKey = row.avatar === null ? null : keyOfAvatarUrl(row.avatar);
  return {
    uid,
    displayName: row.display_name,
    handle: row.handle,
    bio: row.bio,
    avatar: avatarKey && archiveName(avatarKey),
    cover: row.cover && archiveName(row.cover),
    premium: row.premium,
    isPrivate: row.is_private,
    publicReading: row.public_reading,
    indexable: row.indexable,
    followersCount: row.followers_count,
    followingCount: row.following_count,
    postsCount: row.posts_count,
    createdAt: row.created_at,
    club: club?.club ?? null,
    showClub: club?.show ?? null,
    clubSince: club?.since ?? null,
    clubChangedAt: club?.changed_at ?? null,
  };
}

export function ownPreferences({ db }: PeopleReads, uid: string): Promise<object> {
  return preferencesOf(db, uid);
}

export async function ownPosts(
  { db }: PeopleReads,
  uid: string,
  ids: readonly string[],
  urlOf: (id: string) => string,
): Promise<object[]> {
  const [rows, clubs] = await Promise.all([findPosts(db, ids, 'posts'), findClubsOfPosts(db, uid, ids)]);
  return rows
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((post) => postOf(post, { url: urlOf(post.id), club: clubs.get(post.id) ?? null }));
}

function postOf(post: PostRow, place: { url: string; club: string | null }): object {
  return {
    id: post.id,
    ...place,
    text: post.text,
    link: post.link,
    linkPreview: post.link_preview,
    media: post.media_key && { file: archiveName(post.media_key), type: post.media_type },
    attachments: storedFiles(post).map(({ key, type, alt }) => ({ file: archiveName(key), type, alt })),
    poll: pollView({ poll: post.poll, counters: post }),
    quoteOf: post.quote_of,
    warning: warningOf(post) ?? null,
    commentPolicy: post.comment_policy,
    quotesAllowed: post.quotes_allowed,
    createdAt: post.created_at,
    editedAt: post.edited_at,
    counts: {
      likes: post.likes,
      comments: post.comments,
      reposts: post.reposts,
      impressions: post.impressions,
    },
  };
}

export async function visiblePeople({ db }: PeopleReads, rows: readonly FollowPlace[]): Promise<object[]> {
  const users = await findUsers(
    db,
    rows.map((row) => row.uid),
  );
  const visible = new Map(users.flatMap((user) => (isHidden(user) ? [] : [[user.uid, user]])));
  return rows.flatMap(({ uid, at }) => {
    const user = visible.get(uid);
    return user ? [{ uid, displayName: user.display_name, handle: user.handle, at }] : [];
  });
}

export async function ownDevices(reads: PeopleReads, uid: string): Promise<object> {
  const devices = await findDevices(reads.db, uid);
  return {
    preferences: await pushPreferences(reads, uid),
    devices: devices.map(({ subscription }) => ({ service: new URL(subscription.endpoint).host })),
  };
}

export async function sessionList({ db }: PeopleReads, uid: string, now: Date): Promise<object> {
  const rows = await findOwnSessions(db, uid, { now, idleSince: new Date(0) });
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}
