import type { LinkPreview, PollKey } from '../../calls/shapes.ts';
import { normaliseEmail } from '../email.ts';
import { isValidHandle, normaliseHandle } from '../handles.ts';
import { limits } from '../limits.ts';
import { normaliseLink } from '../links.ts';
import { fieldsOf, firstText, type LegacyFields, lineOf, numberOf, textOf, timeOf } from './legacy-values.ts';

/** A file that a record shows: its path in the file storage, null for what is elsewhere. */
export type LegacyFile = { path: string | null };

/** A user of the earlier document database, cleaned. Missing fields are null. */
export type LegacyUser = {
  displayName: string;
  /** Null when there is none of ours to be made of it. */
  handle: string | null;
  email: string | null;
  bio: string;
  avatar: LegacyFile | null;
  cover: LegacyFile | null;
  premium: boolean;
  isPrivate: boolean;
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
    avatar: fileOf(record['avatar'], record['avatarUrl']),
    cover: fileOf(record['cover']),
    premium: record['premium'] === true,
    isPrivate: record['isPrivate'] === true,
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

/** What a post said of its link. */
export type LegacyPreview = Omit<LinkPreview, 'image'> & { image: LegacyFile | null };

/** A post of the earlier document database, cleaned. */
export type LegacyPost = {
  ownerId: string | null;
  text: string;
  link: string | null;
  linkPreview: LegacyPreview | null;
  media: LegacyFile | null;
  poll: LegacyPoll | null;
  quoteOf: string | null;
  /** Set where the record is a mere mark of a repost. */
  repostOf: string | null;
  /** Whether everybody was to see it. */
  isPublic: boolean;
  createdAt: Date | null;
  editedAt: Date | null;
};

export function legacyPost(record: LegacyFields): LegacyPost {
  const link = normaliseLink(firstText(record['link']) ?? '');
  return {
    ownerId: firstText(record['ownerUid'], record['authorId']),
    text: textOf(record['text'], limits.postText) ?? '',
    link,
    linkPreview: link === null ? null : legacyPreview(record['linkPreview']),
    media: fileOf(fieldsOf(record['media'])?.['url'], record['mediaUrl']),
    poll: legacyPoll(record['poll']),
    quoteOf: idOf(record['quoteOf']),
    repostOf: idOf(record['repostOf']),
    isPublic: ['public', null].includes(firstText(record['visibility'])),
    createdAt: timeOf(record['createdAt']) ?? timeOf(record['updatedAt']),
    editedAt: timeOf(record['editedAt']),
  };
}

function legacyPreview(stored: unknown): LegacyPreview | null {
  const said = fieldsOf(stored);
  if (!said) return null;
  return {
    title: lineOf(said['title'], limits.previewTitle),
    description: lineOf(said['description'], limits.previewDescription),
    site: lineOf(said['site'], limits.previewSite),
    image: fileOf(said['image']),
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

function fileOf(...addresses: readonly unknown[]): LegacyFile | null {
  const address = firstText(...addresses);
  return address === null ? null : { path: storagePath(address) };
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
