import { randomBytes } from 'node:crypto';

/** The kinds of file that are kept and served, by the ends of their keys. */
export const contentTypes = { jpg: 'image/jpeg', mp4: 'video/mp4', webm: 'video/webm' } as const;
export type Extension = keyof typeof contentTypes;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const extension = `(?<extension>${Object.keys(contentTypes).join('|')})`;
const shapes = [
  `users/${uuid}/posts/\\d{13}_[0-9a-f]{32}`,
  `ads/${uuid}/\\d{13}`,
  `avatars/${uuid}/avatar\\.[0-9a-f]{16}`,
  'previews/[0-9a-f]{32,64}',
];
const known = new RegExp(`^(?:${shapes.join('|')})\\.${extension}$`);
const publicAvatar = new RegExp(`^(?<name>avatars/${uuid}/avatar)\\.${extension}$`);
const avatarAddress = new RegExp(`^/media/(?<key>avatars/.*)\\?v=(?<version>[0-9a-f]{16})$`);

/** The key of a file for a post: nobody guesses it. */
export function postKey(uid: string, at: Date, end: Extension): string {
  return `users/${uid}/posts/${timestamp(at)}_${randomBytes(16).toString('hex')}.${end}`;
}

/** The key of a file for an ad. */
export function adKey(uid: string, at: Date, end: Extension): string {
  return `ads/${uid}/${timestamp(at)}.${end}`;
}

/** The key of somebody's picture as callers know it: one for all versions. */
export function avatarKey(uid: string): string {
  return `avatars/${uid}/avatar.jpg`;
}

/** Tells the versions of one picture apart; a later one is greater. */
export function newVersion(at: Date): string {
  return timestamp(at).toString(16).padStart(12, '0') + randomBytes(2).toString('hex');
}

/** The key that one version of somebody's picture is kept under. */
export function keptAvatarKey(uid: string, version: string): string {
  return `avatars/${uid}/avatar.${version}.jpg`;
}

/** The same of a key as callers know it; null unless both are of our form. */
export function versionKey(key: string, version: string): string | null {
  const { name, extension: end } = publicAvatar.exec(key)?.groups ?? {};
  const kept = `${name}.${version}.${end}`;
  return name !== undefined && known.test(kept) ? kept : null;
}

/** The address of one version of somebody's picture. */
export function avatarUrl(uid: string, version: string): string {
  return `/media/${avatarKey(uid)}?v=${version}`;
}

/** The key that the picture of this address is kept under, or null when it is none of ours. */
export function keyOfAvatarUrl(url: string): string | null {
  const { key = '', version = '' } = avatarAddress.exec(url)?.groups ?? {};
  return versionKey(key, version);
}

/** Whether files are kept under keys of this form. */
export function isMediaKey(key: string): boolean {
  return known.test(key);
}

/** What a file is, by its key. */
export function contentTypeOf(key: string): string {
  return contentTypes[known.exec(key)?.groups?.['extension'] as Extension];
}

let latest = 0;

// Two files of one millisecond must not share a key, nor their order be left open.
function timestamp(at: Date): number {
  latest = Math.max(at.getTime(), latest + 1);
  return latest;
}
