import type { NotificationType } from '../../../contract/src/calls/notifications.ts';
import type { otherTexts } from '../../../contract/src/rules/notifications.ts';

/** Something that one user is to be notified of. */
export type NotificationDraft = {
  /** Who is notified. */
  uid: string;
  type: NotificationType | keyof typeof otherTexts;
  /** Null where the site itself says something. */
  actorUid: string | null;
  postId: string | null;
  /** Where it leads, if elsewhere than to the post or the actor. */
  link?: string;
  /** The text that caused it, if any. */
  written?: string;
  /** Shown in the list, but sent to no device. */
  silent?: boolean;
};
