import { Type, type Static, type TSchema } from 'typebox';

import { Notification } from './notifications.ts';
import { Poll, Shape } from './shapes.ts';

const PostId = Type.String();

function event<T extends TSchema>(summary: string, data: T): { readonly summary: string; readonly data: T } {
  return { summary, data };
}

export const liveEvents = {
  'post-created': event(
    'A post was published. Not sent across a block.',
    Shape({
      postId: PostId,
      ownerUid: Type.String(),
      club: Type.Optional(Type.String()),
      tags: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  'posts-created': event(
    'This many posts were published during or just after a burst. They are not named.',
    Shape({ count: Type.Integer({ minimum: 1 }) }),
  ),
  'post-deleted': event(
    'A post is no longer visible: it was deleted, or its author was suspended.',
    Shape({ postId: PostId }),
  ),
  'poll-changed': event(
    'Votes arrived; those within a second are combined.',
    Shape({ postId: PostId, poll: Poll }),
  ),
  notification: event(
    'The number of unread notifications changed. Carries the newest notification if there is a new one.',
    Shape({ unread: Type.Integer({ minimum: 0 }), notification: Type.Optional(Notification) }),
  ),
  'session-ended': event('The session ended; the stream closes.', Shape({})),
  resync: event('Events were missed: reload everything.', Shape({})),
  bye: event('The server is shutting down. Reconnect after the given time.', Shape({})),
} as const;

export type LiveEventName = keyof typeof liveEvents;

// Looked up by name to save the compiler time, as in all.ts.
type LiveEvents = { [Name in LiveEventName as Name]: Static<(typeof liveEvents)[Name]['data']> };
export type LiveEvent<Name extends LiveEventName> = LiveEvents[Name];
