import type { NotificationType } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { type CommentEvent, otherTexts } from '../../../../contract/src/rules/notifications.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { BulkNotification } from '../store/bulk/notifications.ts';
import type { Community, SeededPost } from './community.ts';
import { idAt, type Random } from './random.ts';

const hour = 3_600_000;
const notifiedForMs = 7 * 24 * hour;

type Reaction = {
  type: NotificationType;
  kind: CommentEvent | null;
  /** Index in `people`, like `who`. */
  to: number;
  who: number;
  at: number;
  text: string | null;
  commentId: string | null;
};

/** Only those of the last week, and only for the cast. */
export function notificationsAbout(
  posts: readonly SeededPost[],
  { people }: Pick<Community, 'people'>,
  { random, until }: { random: Random; until: number },
): BulkNotification[] {
  return posts.flatMap((post) => {
    const reactions = [...reactionsTo(post), ...reactionsToComments(post)];
    return reactions
      .filter(({ to, who, at }) => people[to]?.inCast && who !== to && at > until - notifiedForMs)
      .map(({ type, kind, to, who, at, text, commentId }) => ({
        id: idAt(random, at),
        uid: people[to]?.uid ?? '',
        type,
        actorUid: people[who]?.uid ?? null,
        postId: post.id,
        commentId,
        kind,
        text: kind && otherTexts[kind],
        link: null,
        textSnippet: text && cutText(text, limits.notificationSnippet),
        at: new Date(at),
        readAt: new Date(Math.min(at + hour, until)),
      }));
  });
}

const nothing = { kind: null, text: null, commentId: null };

function reactionsTo({ author: to, likes, comments, reposts }: SeededPost): Reaction[] {
  const authors = new Map(comments.map(({ id, author }) => [id, author]));
  return [
    ...likes.map(({ who, at }) => ({ type: 'like' as const, to, who, at, ...nothing })),
    ...reposts.map(({ who, at }) => ({ type: 'repost' as const, to, who, at, ...nothing })),
    // A reply to the post's author only creates the notification of the reply.
    ...comments
      .filter(({ replyTo }) => replyTo === null || authors.get(replyTo) !== to)
      .map(({ id, author, at, text }) => ({
        type: 'comment' as const,
        kind: null,
        to,
        who: author,
        at,
        text,
        commentId: id,
      })),
  ];
}

function reactionsToComments({ comments }: SeededPost): Reaction[] {
  const authors = new Map(comments.map(({ id, author }) => [id, author]));
  return comments.flatMap(({ id, author, at, text, replyTo, likes }) => {
    const about = { type: 'other' as const, text, commentId: id };
    const repliedTo = replyTo === null ? undefined : authors.get(replyTo);
    return [
      ...(repliedTo === undefined
        ? []
        : [{ ...about, kind: 'reply' as const, to: repliedTo, who: author, at }]),
      ...likes.map((like) => ({ ...about, kind: 'comment-like' as const, to: author, ...like })),
    ];
  });
}
