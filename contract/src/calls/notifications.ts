import { Type, type Static } from 'typebox';

import { command, query } from './define.ts';
import { Cursor, Id, Input, Nullable, Shape } from './shapes.ts';

const Count = Type.Integer({ minimum: 0 });

export const NotificationType = Type.Union([
  Type.Literal('like'),
  Type.Literal('comment'),
  Type.Literal('repost'),
  Type.Literal('mention'),
  Type.Literal('other'),
]);
export type NotificationType = Static<typeof NotificationType>;

export const Notification = Shape(
  {
    id: Type.String(),
    type: NotificationType,
    actorId: Nullable(Type.String()),
    actorName: Nullable(Type.String()),
    actorHandle: Nullable(Type.String()),
    actorAvatar: Nullable(Type.String()),
    /** The full sentence, with the actor's current name. */
    text: Type.String(),
    postId: Nullable(Type.String()),
    link: Nullable(Type.String()),
    /** The beginning of the comment or post, up to 140 characters. */
    textSnippet: Nullable(Type.String()),
    createdAt: Type.String(),
    read: Type.Boolean(),
  },
  'Notification',
);
export type Notification = Static<typeof Notification>;

export const getNotifications = query({
  access: 'user',
  group: 'read',
  summary:
    'The caller’s notifications, newest first, twenty per page. `unread` counts all of them, up to 100.',
  input: Input({ cursor: Type.Optional(Cursor) }),
  output: Shape({ items: Type.Array(Notification), cursor: Nullable(Type.String()), unread: Count }),
});

export const markNotificationsRead = command({
  access: 'user',
  group: 'read',
  summary: 'Marks notifications as read; all of them if `ids` is missing.',
  input: Input({ ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
  output: Shape({ unread: Count }),
});
