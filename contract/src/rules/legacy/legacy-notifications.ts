import type { NotificationType } from '../../calls/notifications.ts';
import { normaliseHandle } from '../handles.ts';
import { limits } from '../limits.ts';
import { normaliseLink } from '../links.ts';
import {
  fieldsOf,
  firstText,
  type LegacyFields,
  lineOf,
  pastTimeOf,
  textOf,
  timeOf,
} from './legacy-values.ts';

/** A notification of the earlier document database. Missing fields are null. */
export type LegacyNotification = {
  type: NotificationType;
  actorId: string | null;
  actorName: string | null;
  actorHandle: string | null;
  actorAvatar: string | null;
  text: string | null;
  postId: string | null;
  link: string | null;
  textSnippet: string | null;
  createdAt: Date | null;
  read: boolean;
  readAt: Date | null;
};

/**
 * Reads any form of notification that the earlier document database stored. Times after `latest` count as none.
 * Never throws.
 */
export function legacyNotification(record: unknown, latest: Date): LegacyNotification {
  const r = fieldsOf(record) ?? {};
  const createdAt = pastTimeOf(latest, r['createdAt']);
  const read = isRead(r);
  return {
    type: typeOf(r['type']),
    actorId: firstText(r['actorId'], r['fromUid']),
    actorName: lineOf(firstText(r['actorName'], r['fromName']), limits.postText),
    actorHandle: normaliseHandle(firstText(r['actorHandle'], r['fromHandle']) ?? '') || null,
    actorAvatar: webAddress(r['actorAvatar']),
    text: lineOf(firstText(r['text']), limits.postText),
    postId: postIdOf(r),
    link: linkOf(r['link']),
    textSnippet: textOf(r['textSnippet'], limits.notificationSnippet),
    createdAt,
    read,
    readAt: read ? (pastTimeOf(latest, r['readAt'], r['updatedAt']) ?? createdAt) : null,
  };
}

/**
 * The post of a notification: its `postId`, else the id of a reference to a post, else the id after `posts/`
 * in a path or string, else a string that looks like an id (10 or more letters, digits, `_` or `-`).
 */
function postIdOf({ postId, postRef, postPath }: LegacyFields): string | null {
  const plain = firstText(postId);
  if (plain !== null && !plain.includes('/')) return plain;
  const reference = fieldsOf(postRef);
  if (reference) {
    // A reference to a comment has the comment's id: take the post's from its path.
    const id = idInPath(pathOf(reference)) ?? firstText(reference['id']);
    if (id !== null) return id;
  }
  const texts = [plain, firstText(postRef), firstText(postPath)].filter((text) => text !== null);
  return (
    texts.map(idInPath).find((id) => id !== null) ?? texts.find((text) => /^[\w-]{10,}$/.test(text)) ?? null
  );
}

function idInPath(path: string | null): string | null {
  return /(?:^|[^\w-])posts\/([\w-]+)/.exec(path ?? '')?.[1] ?? null;
}

function pathOf(reference: LegacyFields): string | null {
  const segments = fieldsOf(reference['_path'])?.['segments'] ?? reference['segments'];
  if (Array.isArray(segments)) return segments.filter((part) => typeof part === 'string').join('/');
  return firstText(reference['path'], reference['referencePath'], reference['referenceValue']);
}

function typeOf(type: unknown): NotificationType {
  switch (type) {
    case 'like':
    case 'comment':
    case 'repost':
    case 'mention':
      return type;
    default:
      return 'other';
  }
}

function isRead({ read, isRead, status, readAt }: LegacyFields): boolean {
  return read === true || isRead === true || status === 'read' || timeOf(readAt) !== null;
}

function linkOf(value: unknown): string | null {
  const text = firstText(value);
  if (text === null) return null;
  return /^\/(?![/\\])[^\s\p{C}\\]*$/u.test(text) ? text : normaliseLink(text);
}

function webAddress(value: unknown): string | null {
  const text = firstText(value);
  return text !== null && /^https?:\/\//i.test(text) ? normaliseLink(text) : null;
}
