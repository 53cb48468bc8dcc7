import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { linkHost } from '../../../../contract/src/rules/links.ts';
import { otherKind } from '../../../../contract/src/rules/notifications.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';
import type { NotificationRow } from '../store/notifications.ts';
import type { About, AboutText } from '../store/read-state.ts';
import type { PostOfNotification } from './notification-cache.ts';
import type { NotificationReads } from './notification-reads.ts';

export type Posts = Map<string, PostOfNotification>;

export function postsOf(reads: NotificationReads, rows: readonly About[]): Promise<Posts> {
  return reads.posts.getMany(rows.flatMap((row) => row.post_id ?? []));
}

export function othersPostsOf(reads: NotificationReads, rows: readonly AboutText[]): Promise<Posts> {
  return postsOf(reads, rows.filter(mayBeOthersPost));
}

/** Whether a notification may be about a post that is not the user's own. */
export function mayBeOthersPost({ type }: Pick<NotificationRow, 'type'>): boolean {
  return type === 'mention' || type === 'other';
}

/**
 * From the post as it is now: its author may have edited it, and a covered one shows its label alone. A
 * comment's own text has no cover.
 */
export function snippetOf(row: AboutText, posts: Posts): string | null {
  const fields = quotesPost(row) ? posts.get(row.post_id ?? '')?.fields : undefined;
  // The older notifications of a comment do not carry its id.
  if (!fields || (!fields.warning && fields.ownerUid !== row.actor_uid)) return row.text_snippet;
  return cutGraphemes(outsideCover(fields).text, limits.notificationSnippet) || null;
}

/** The post in which its author mentions or quotes the user. */
export function mentioningPost(row: AboutText, posts: Posts): PostOfNotification | undefined {
  if (row.comment_id !== null || (row.type !== 'mention' && row.type !== 'other')) return undefined;
  const post = posts.get(row.post_id ?? '');
  return post?.fields.ownerUid === row.actor_uid ? post : undefined;
}

function quotesPost({ type, comment_id: commentId, text_snippet: snippet }: AboutText): boolean {
  return snippet !== null && commentId === null && type !== 'comment';
}

/** Omits the post of a third person, which may be hidden from the user. */
export function detailsOf(
  { type, text, post_id: postId, actor_uid: actorUid }: NotificationRow,
  uid: string,
  posts: Posts,
): Pick<Notification, 'kind' | 'post'> {
  const kind = type === 'other' ? otherKind(text) : undefined;
  const post = postId === null ? undefined : posts.get(postId);
  const isVisible = post && (post.fields.ownerUid === uid || post.fields.ownerUid === actorUid);
  return { ...(kind && { kind }), ...(isVisible && { post: excerptOf(post) }) };
}

function excerptOf({ fields, poll }: PostOfNotification): NonNullable<Notification['post']> {
  const part = outsideCover({ ...fields, poll });
  const { media } = part;
  const [line = ''] = part.text.trim().split('\n');
  const start = cutGraphemes(line, limits.notificationLine);
  return {
    line: start.length < line.length ? `${start.trimEnd()}…` : line || nameOf(part),
    image: media?.type === 'image' ? media.url : null,
    color: media?.color ?? null,
  };
}

type Part = PostOfNotification['fields'] & { poll: object | null };

function nameOf({ media, link, quoteOf, poll }: Part): string {
  if (media) return media.type === 'image' ? 'Foto' : 'Video';
  if (poll) return 'Encuesta';
  if (link !== null) return linkHost(link);
  return quoteOf === null ? '' : 'Citó una publicación';
}
