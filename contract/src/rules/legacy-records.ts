import type { PollKey } from '../calls/shapes.ts';
import { normaliseEmail } from './email.ts';
import { isValidHandle, normaliseHandle } from './handles.ts';
import { fieldsOf, firstText, type LegacyFields, lineOf, numberOf, textOf, timeOf } from './legacy-values.ts';
import { limits } from './limits.ts';
import { normaliseLink } from './links.ts';

/** A user of the earlier document database (section 3), cleaned. What is not told is null. */
export type LegacyUser = {
  displayName: string;
  /** Null when there is none of ours to be made of it. */
  handle: string | null;
  email: string | null;
  bio: string;
  /** The path of the picture in the file storage. */
  avatarPath: string | null;
  suspended: boolean;
  acceptedTos: boolean;
  createdAt: Date | null;
};

export function legacyUser(record: LegacyFields): LegacyUser {
  const handle = normaliseHandle(firstText(record['handle'], record['handleLower']) ?? '');
  return {
    displayName: lineOf(record['displayName'], limits.displayName) ?? 'Hincha',
    handle: handle !== '' && isValidHandle(handle) ? handle : null,
    email: normaliseEmail(firstText(record['email'], record['emailLower']) ?? ''),
    bio: textOf(record['bio'], limits.bio) ?? '',
    avatarPath: storagePath(firstText(record['avatar'], record['avatarUrl'])),
    suspended: record['suspended'] === true,
    acceptedTos: record['acceptedTos'] === true,
    createdAt: timeOf(record['createdAt']) ?? timeOf(record['acceptedTosAt']) ?? timeOf(record['updatedAt']),
  };
}

export type LegacyPoll = {
  options: Partial<Record<PollKey, string>>;
  order: PollKey[];
  closesAt: string | null;
};

/** A post of the earlier document database, cleaned. */
export type LegacyPost = {
  ownerId: string | null;
  text: string;
  link: string | null;
  /** Whether it showed a file, and that file's path in the file storage. */
  hasMedia: boolean;
  mediaPath: string | null;
  poll: LegacyPoll | null;
  quoteOf: string | null;
  /** Set where the record is a mere mark of a repost. */
  repostOf: string | null;
  createdAt: Date | null;
  editedAt: Date | null;
};

export function legacyPost(record: LegacyFields): LegacyPost {
  const media = fieldsOf(record['media']);
  const address = firstText(media?.['url'], record['mediaUrl']);
  return {
    ownerId: firstText(record['ownerUid'], record['authorId']),
    text: textOf(record['text'], limits.postText) ?? '',
    link: normaliseLink(firstText(record['link']) ?? ''),
    hasMedia: address !== null,
    mediaPath: storagePath(address),
    poll: legacyPoll(record['poll']),
    quoteOf: idOf(record['quoteOf']),
    repostOf: idOf(record['repostOf']),
    createdAt: timeOf(record['createdAt']) ?? timeOf(record['updatedAt']),
    editedAt: timeOf(record['editedAt']),
  };
}

const pollKeys: readonly PollKey[] = ['a', 'b', 'c', 'd'];

/** A stored poll; null unless two to four of its options have a text. */
function legacyPoll(stored: unknown): LegacyPoll | null {
  const poll = fieldsOf(stored);
  const given = fieldsOf(poll?.['options']);
  if (!poll || !given) return null;
  const named = Array.isArray(poll['order']) ? (poll['order'] as unknown[]) : [];
  const inOrder = named.filter((key): key is PollKey => pollKeys.includes(key as PollKey));
  const order: PollKey[] = [];
  const options: Partial<Record<PollKey, string>> = {};
  for (const key of new Set([...inOrder, ...pollKeys])) {
    const text = lineOf(fieldsOf(given[key])?.['text'] ?? given[key], limits.pollOptionText);
    if (text === null) continue;
    order.push(key);
    options[key] = text;
  }
  if (order.length < limits.pollOptionsMin) return null;
  return { options, order, closesAt: timeOf(poll['closesAt'])?.toISOString() ?? null };
}

export type LegacyComment = { authorId: string | null; text: string | null; createdAt: Date | null };

export function legacyComment(record: LegacyFields): LegacyComment {
  return {
    authorId: firstText(record['authorId'], record['uid']),
    text: textOf(record['text'], limits.commentText),
    createdAt: timeOf(record['createdAt']) ?? timeOf(record['updatedAt']),
  };
}

export type LegacyAd = {
  title: string;
  text: string;
  linkUrl: string | null;
  site: string;
  mediaPath: string | null;
  startAt: Date | null;
  endAt: Date | null;
  status: 'active' | 'paused';
  capPerUserPerDay: number;
  frequency: number;
  createdAt: Date | null;
};

export function legacyAd(record: LegacyFields): LegacyAd {
  const createdAt = timeOf(record['createdAt']) ?? timeOf(record['startAt']);
  return {
    title: lineOf(record['title'], limits.adTitle) ?? '',
    text: textOf(record['text'], limits.adText) ?? '',
    linkUrl: normaliseLink(firstText(record['linkUrl']) ?? ''),
    site: lineOf(record['site'], limits.adSite) ?? '',
    mediaPath: storagePath(firstText(record['imageUrl'], record['videoUrl'])),
    startAt: timeOf(record['startAt']) ?? createdAt,
    endAt: timeOf(record['endAt']),
    status: record['status'] === 'active' ? 'active' : 'paused',
    capPerUserPerDay: wholeFrom(record['capPerUserPerDay'], limits.adCapMin, limits.adCap),
    frequency: wholeFrom(record['frequency'], limits.adFrequencyMin, limits.adFrequency),
    createdAt,
  };
}

/** Which option somebody voted for; null when none of ours. */
export function legacyVote(record: LegacyFields): PollKey | null {
  return pollKeys.find((key) => key === record['optionId']) ?? null;
}

/** The id that a field names: an id, a path or a reference to a document. */
function idOf(stored: unknown): string | null {
  const reference = fieldsOf(stored);
  const text = firstText(stored, reference?.['id'], reference?.['path'], reference?.['_path']);
  return /[^/]+(?=\/*$)/.exec(text ?? '')?.[0] ?? null;
}

/**
 * The path in the file storage of an address there, of a `gs:` address, or of a path: only of the folders that the
 * product used, and never one that leads out of them.
 */
function storagePath(address: string | null): string | null {
  if (address === null || address.length > 2048) return null;
  const inUrl = /^https?:\/\/[^/]+\/v0\/b\/[^/]+\/o\/([^?#]+)/.exec(address)?.[1];
  const inBucket = /^(?:gs:\/\/[^/]+|https?:\/\/storage\.googleapis\.com\/[^/]+)\/([^?#]+)/.exec(
    address,
  )?.[1];
  const path = decoded(inUrl ?? inBucket ?? address);
  return path !== null && /^(?:users|avatars|ads)(?:\/(?!\.)[\w.@-]{1,200}){2,4}$/.test(path) ? path : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function wholeFrom(stored: unknown, from: number, otherwise: number): number {
  const number = numberOf(stored);
  return number !== null && Number.isInteger(number) && number >= from && number <= limits.adNumberMax
    ? number
    : otherwise;
}
