import { Type, type Static, type TSchema } from 'typebox';

import { Notification } from './notifications.ts';
import { Poll, Shape } from './shapes.ts';

const PostId = Type.String();

function event<T extends TSchema>(summary: string, data: T): { readonly summary: string; readonly data: T } {
  return { summary, data };
}

/** Every event of `GET /api/events` by its name: the server sends each by its shape, and documents it by the same. */
export const liveEvents = {
  'post-created': event(
    'A post was published. Not sent across a block.',
    Shape({ postId: PostId, ownerUid: Type.String() }),
  ),
  'posts-created': event(
    'So many more posts were published, in a second in which there were very many.',
    Shape({ count: Type.Integer({ minimum: 1 }) }),
  ),
  'post-deleted': event(
    'A post is no longer shown: it was deleted, or its author was suspended.',
    Shape({ postId: PostId }),
  ),
  'poll-changed': event(
    'Votes came in; those of one second are sent together.',
    Shape({ postId: PostId, poll: Poll }),
  ),
  notification: event(
    'The number of unread notifications changed; the newest one comes along when there is a new one.',
    Shape({ unread: Type.Integer({ minimum: 0 }), notification: Type.Optional(Notification) }),
  ),
  'session-ended': event('The session is over, and so is the stream.', Shape({})),
  resync: event('Something was missed: read everything again.', Shape({})),
  bye: event('The server stops. Come back after the time that it named.', Shape({})),
} as const;

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<Name extends LiveEventName> = Static<(typeof liveEvents)[Name]['data']>;
