import type { NotificationType } from '../../../contract/src/calls/notifications.ts';
import type { otherTexts } from '../../../contract/src/rules/notifications.ts';

export type NotificationDraft = {
  uid: string;
  type: NotificationType | keyof typeof otherTexts;
  /** Null when the site itself notifies. */
  actorUid: string | null;
  postId: string | null;
  commentId?: string;
  postOwnerUid?: string;
  site?: string;
  link?: string;
  text?: string;
  snippet?: string;
  silent?: boolean;
};
