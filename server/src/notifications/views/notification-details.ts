import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { linkHost } from '../../../../contract/src/rules/links.ts';
import { otherKind } from '../../../../contract/src/rules/notifications.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { NotificationRow } from '../store/notifications.ts';
import type { NotificationReads, PostOfNotification } from './notification-reads.ts';

export type Posts = Map<string, PostOfNotification>;

export function postsOf(reads: NotificationReads, rows: readonly NotificationRow[]): Promise<Posts> {
  return reads.posts.getMany(rows.flatMap((row) => row.post_id ?? []));
}

/**
 * The event behind a notification, and the post that it is about. Only the user's own post or the actor's: a third
 * person's may be hidden from the user.
 */
export function detailsOf(
  { type, text, post_id: postId, actor_uid: actorUid }: NotificationRow,
  uid: string,
  posts: Posts,
): Pick<Notification, 'kind' | 'post'> {
  const kind = type === 'other' ? otherKind(text) : undefined;
  const post = postId === null ? undefined : posts.get(postId);
  const isShown = post && (post.fields.ownerUid === uid || post.fields.ownerUid === actorUid);
  return { ...(kind && { kind }), ...(isShown && { post: excerptOf(post) }) };
}

function excerptOf({ fields, poll }: PostOfNotification): NonNullable<Notification['post']> {
  const { media } = fields;
  const [line = ''] = fields.text.trim().split('\n');
  return {
    line: cutText(line, limits.notificationLine) || partOf(fields, poll),
    image: media?.type === 'image' ? media.url : null,
    color: media?.color ?? null,
  };
}

function partOf({ media, link, quoteOf }: PostOfNotification['fields'], poll: object | null): string {
  if (media) return media.type === 'image' ? 'Foto' : 'Video';
  if (poll) return 'Encuesta';
  if (link !== null) return linkHost(link);
  return quoteOf === null ? '' : 'Citó una publicación';
}
