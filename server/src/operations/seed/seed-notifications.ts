import type { NotificationType } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { BulkNotification } from '../store/bulk.ts';
import type { Community, SeededPost } from './community.ts';
import { idAt, type Random } from './random.ts';

const hour = 3_600_000;
const notifiedForMs = 7 * 24 * hour;

type Reaction = {
  type: NotificationType;
  who: number;
  at: number;
  text: string | null;
  commentId: string | null;
};

/** The notifications of the last week about these posts, all read, for cast members. */
export function notificationsAbout(
  posts: readonly SeededPost[],
  { people }: Pick<Community, 'people'>,
  { random, until }: { random: Random; until: number },
): BulkNotification[] {
  return posts.flatMap((post) => {
    const author = people[post.author];
    if (!author?.inCast) return [];
    return reactionsTo(post)
      .filter(({ who, at }) => who !== post.author && at > until - notifiedForMs)
      .map(({ type, who, at, text, commentId }) => ({
        id: idAt(random, at),
        uid: author.uid,
        type,
        actorUid: people[who]?.uid ?? null,
        postId: post.id,
        commentId,
        text: null,
        link: null,
        textSnippet: text && cutText(text, limits.notificationSnippet),
        at: new Date(at),
        readAt: new Date(Math.min(at + hour, until)),
      }));
  });
}

const nothing = { text: null, commentId: null };

function reactionsTo({ likes, comments, reposts }: SeededPost): Reaction[] {
  return [
    ...likes.map(({ who, at }) => ({ type: 'like' as const, who, at, ...nothing })),
    ...reposts.map(({ who, at }) => ({ type: 'repost' as const, who, at, ...nothing })),
    ...comments.map(({ id, author, at, text }) => ({
      type: 'comment' as const,
      who: author,
      at,
      text,
      commentId: id,
    })),
  ];
}
