import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { notificationHint, notificationTarget } from '../../../../contract/src/rules/notifications.ts';

type Destination = {
  /** A path of this site, or an external address when `isOutside`. */
  href: string;
  isOutside: boolean;
  hint: string;
};

/** An unsafe link counts as none. */
export function destinationOf(
  { link, postId, actorId, commentId }: Pick<Notification, 'link' | 'postId' | 'actorId' | 'commentId'>,
  origin: string,
): Destination {
  const own = link === null ? null : followable(link, origin);
  const pointers = {
    link: own?.href ?? null,
    postId,
    actorId,
    ...(commentId !== undefined && { commentId }),
  };
  return {
    href: notificationTarget(pointers),
    isOutside: own?.isOutside ?? false,
    hint: notificationHint(pointers),
  };
}

function followable(link: string, origin: string): Pick<Destination, 'href' | 'isOutside'> | null {
  const address = link.startsWith('/') ? link : normaliseLink(link);
  const url = address === null ? null : URL.parse(address, origin);
  if (!url) return null;
  if (url.origin !== origin) return { href: url.href, isOutside: true };
  return { href: url.pathname + url.search + url.hash, isOutside: false };
}
