import type { LinkPreview, PollKey } from '../../calls/shapes.ts';
import { normaliseEmail } from '../email.ts';
import { isValidHandle, normaliseHandle } from '../handles.ts';
import { limits } from '../limits.ts';
import { normaliseLink } from '../links.ts';
import {
  fieldsOf,
  firstText,
  type LegacyFields,
  lineOf,
  numberOf,
  pastTimeOf,
  textOf,
  timeOf,
} from './legacy-values.ts';

/** A path in the earlier file storage; null if the file is stored elsewhere. */
export type LegacyFile = { path: string | null };

export type LegacyUser = {
  displayName: string;
  /** Null if the stored one cannot be made valid. */
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

/** Times after `latest` count as none. */
export function legacyUser(record: LegacyFields, latest: Date): LegacyUser {
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
    createdAt: pastTimeOf(latest, record['createdAt'], record['acceptedTosAt'], record['updatedAt']),
  };
}

export type LegacyPoll = {
  options: Partial<Record<PollKey, string>>;
  order: PollKey[];
  closesAt: string | null;
};

export type LegacyPreview = Omit<LinkPreview, 'image'> & { image: LegacyFile | null };

export type LegacyPost = {
  ownerId: string | null;
  text: string;
  link: string | null;
  linkPreview: LegacyPreview | null;
  media: LegacyFile | null;
  poll: LegacyPoll | null;
  quoteOf: string | null;
  /** Set if the record is only a repost. */
  repostOf: string | null;
  isPublic: boolean;
  createdAt: Date | null;
  editedAt: Date | null;
};

/** Times after `latest` count as none, except the end of a poll. */
export function legacyPost(record: LegacyFields, latest: Date): LegacyPost {
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
    createdAt: pastTimeOf(latest, record['createdAt'], record['updatedAt']),
    editedAt: pastTimeOf(latest, record['editedAt']),
  };
}

function legacyPreview(value: unknown): LegacyPreview | null {
  const preview = fieldsOf(value);
  if (!preview) return null;
  return {
    title: lineOf(preview['title'], limits.previewTitle),
    description: lineOf(preview['description'], limits.previewDescription),
    site: lineOf(preview['site'], limits.previewSite),
    image: fileOf(preview['image']),
  };
}

const pollKeys: readonly PollKey[] = ['a', 'b', 'c', 'd'];

/** Null unless two to four options have a text. */
function legacyPoll(value: unknown): LegacyPoll | null {
  const poll = fieldsOf(value);
  const storedOptions = fieldsOf(poll?.['options']);
  if (!poll || !storedOptions) return null;
  const storedOrder = Array.isArray(poll['order']) ? (poll['order'] as unknown[]) : [];
  const inOrder = storedOrder.filter((key): key is PollKey => pollKeys.includes(key as PollKey));
  const order: PollKey[] = [];
  const options: Partial<Record<PollKey, string>> = {};
  for (const key of new Set([...inOrder, ...pollKeys])) {
    const text = lineOf(fieldsOf(storedOptions[key])?.['text'] ?? storedOptions[key], limits.pollOptionText);
    if (text === null) continue;
    order.push(key);
    options[key] = text;
  }
  if (order.length < limits.pollOptionsMin) return null;
  return { options, order, closesAt: timeOf(poll['closesAt'])?.toISOString() ?? null };
}

export type LegacyComment = { authorId: string | null; text: string | null; createdAt: Date | null };

/** Times after `latest` count as none. */
export function legacyComment(record: LegacyFields, latest: Date): LegacyComment {
  return {
    authorId: firstText(record['authorId'], record['uid']),
    text: textOf(record['text'], limits.commentText),
    createdAt: pastTimeOf(latest, record['createdAt'], record['updatedAt']),
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

/** An ad may start and end after `latest`, but was made before. */
export function legacyAd(record: LegacyFields, latest: Date): LegacyAd {
  const startAt = timeOf(record['startAt']);
  const createdAt = pastTimeOf(latest, record['createdAt'], startAt);
  return {
    title: lineOf(record['title'], limits.adTitle) ?? '',
    text: textOf(record['text'], limits.adText) ?? '',
    linkUrl: normaliseLink(firstText(record['linkUrl']) ?? ''),
    site: lineOf(record['site'], limits.adSite) ?? '',
    mediaPath: storagePath(firstText(record['imageUrl'], record['videoUrl'])),
    startAt: startAt ?? createdAt,
    endAt: timeOf(record['endAt']),
    status: record['status'] === 'active' ? 'active' : 'paused',
    capPerUserPerDay: wholeFrom(record['capPerUserPerDay'], limits.adCapMin, limits.adCap),
    frequency: wholeFrom(record['frequency'], limits.adFrequencyMin, limits.adFrequency),
    createdAt,
  };
}

export function legacyVote(record: LegacyFields): PollKey | null {
  return pollKeys.find((key) => key === record['optionId']) ?? null;
}

function idOf(value: unknown): string | null {
  const reference = fieldsOf(value);
  const text = firstText(value, reference?.['id'], reference?.['path'], reference?.['_path']);
  return /[^/]+(?=\/*$)/.exec(text ?? '')?.[0] ?? null;
}

function fileOf(...addresses: readonly unknown[]): LegacyFile | null {
  const address = firstText(...addresses);
  return address === null ? null : { path: storagePath(address) };
}

/** From a download URL, a `gs:` URL or a path; only in the folders that the product used, never outside. */
function storagePath(address: string | null): string | null {
  if (address === null || address.length > 2048) return null;
  const inUrl = /^https?:\/\/[^/]+\/v0\/b\/[^/]+\/o\/([^?#]+)/.exec(address)?.[1];
  const inBucket = /^(?:gs:\/\/[^/]+|https?:\/\/storage\.googleapis\.com\/[^/]+)\/([^?#]+)/.exec(
    address,
  )?.[1];
  const path = decodePath(inUrl ?? inBucket ?? address);
  return path !== null && /^(?:users|avatars|ads)(?:\/(?!\.)[\w.@-]{1,200}){2,4}$/.test(path) ? path : null;
}

function decodePath(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function wholeFrom(value: unknown, from: number, fallback: number): number {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= from && number <= limits.adNumberMax
    ? number
    : fallback;
}
