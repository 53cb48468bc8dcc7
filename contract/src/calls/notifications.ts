import { Type, type Static } from 'typebox';

import { command, query } from './define.ts';
import { Count, Cursor, Id, Input, Nullable, Shape } from './shapes.ts';

export const NotificationType = Type.Union([
  Type.Literal('like'),
  Type.Literal('comment'),
  Type.Literal('repost'),
  Type.Literal('mention'),
  Type.Literal('other'),
]);
export type NotificationType = Static<typeof NotificationType>;

const Person = Shape({
  uid: Type.String(),
  displayName: Type.String(),
  avatar: Nullable(Type.String()),
});

export const Notification = Shape(
  {
    id: Type.String(),
    type: NotificationType,
    actorId: Nullable(Type.String()),
    actorName: Nullable(Type.String()),
    actorHandle: Nullable(Type.String()),
    actorAvatar: Nullable(Type.String()),
    actorClub: Type.Optional(Type.String()),
    text: Type.String(),
    postId: Nullable(Type.String()),
    link: Nullable(Type.String()),
    /** At most 140 characters. */
    textSnippet: Nullable(Type.String()),
    createdAt: Type.String(),
    read: Type.Boolean(),
    commentId: Type.Optional(Type.String()),
    /** The event, for the type `other`. */
    kind: Type.Optional(Type.String()),
    /** `count` and `others` (the next two actors) are set on an item that groups several likes or reposts. */
    count: Type.Optional(Count),
    others: Type.Optional(Type.Array(Person, { maxItems: 2 })),
    /** Only in grouped lists and live events. */
    post: Type.Optional(
      Shape({
        line: Type.String(),
        image: Nullable(Type.String()),
        color: Nullable(Type.String()),
      }),
    ),
  },
  'Notification',
);
export type Notification = Static<typeof Notification>;

export const getNotifications = query({
  access: 'user',
  group: 'read',
  summary:
    'The caller’s notifications, newest first, twenty per page. `unread` counts all of them, up to 100. With `grouped`, likes or reposts of one post within 7 days and of one read state are one item, the newest. `only=mentions`: mentions and quotes.',
  input: Input({
    cursor: Type.Optional(Cursor),
    grouped: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
    only: Type.Optional(Type.Literal('mentions')),
  }),
  output: Shape({ items: Type.Array(Notification), cursor: Nullable(Type.String()), unread: Count }),
});

export const markNotificationsRead = command({
  access: 'user',
  group: 'read',
  summary:
    'Marks notifications as read; all of them if `ids` is missing. With `grouped`, each id stands for the whole item of a grouped list.',
  input: Input({
    ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    grouped: Type.Optional(Type.Boolean()),
  }),
  output: Shape({ unread: Count }),
});
