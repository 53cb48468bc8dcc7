import type { NotificationType } from '../../../contract/src/calls/notifications.ts';
import type { otherTexts } from '../../../contract/src/rules/notifications.ts';

export type NotificationDraft = {
  uid: string;
  type: NotificationType | keyof typeof otherTexts;
  /** Null when the site itself notifies. */
  actorUid: string | null;
  postId: string | null;
  commentId?: string;
  /** The author of the post, when that may be a third person. */
  postOwnerUid?: string;
  /** The site's name, for texts with `{site}`. */
  site?: string;
  /** The link to open, unless it is the post's or the actor's. */
  link?: string;
  text?: string;
  /** The beginning of what it is about, when that is not the actor's own text. */
  snippet?: string;
  /** Listed, but not pushed to devices. */
  silent?: boolean;
};
