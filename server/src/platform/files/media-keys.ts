import { randomBytes } from 'node:crypto';

const contentTypes = { jpg: 'image/jpeg', mp4: 'video/mp4', webm: 'video/webm' } as const;
export type Extension = keyof typeof contentTypes;
const assetTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const extension = `(?<extension>${Object.keys(contentTypes).join('|')})`;
const shapes = [
  `users/${uuid}/posts/\\d{13}_[0-9a-f]{32}`,
  `ads/${uuid}/\\d{13}`,
  `avatars/${uuid}/avatar\\.[0-9a-f]{16}`,
  'previews/[0-9a-f]{32,64}',
];
const keyPattern = new RegExp(`^(?:${shapes.join('|')})\\.${extension}$`);
const publicAvatar = new RegExp(`^(?<name>avatars/${uuid}/avatar)\\.${extension}$`);
const avatarAddress = new RegExp(`^/media/(?<key>avatars/.*)\\?v=(?<version>[0-9a-f]{16})$`);

export function postKey(uid: string, at: Date, end: Extension): string {
  return `users/${uid}/posts/${timestamp(at)}_${randomBytes(16).toString('hex')}.${end}`;
}

export function adKey(uid: string, at: Date, end: Extension): string {
  return `ads/${uid}/${timestamp(at)}.${end}`;
}

export function avatarKey(uid: string): string {
  return `avatars/${uid}/avatar.jpg`;
}

export function newVersion(at: Date): string {
  return timestamp(at).toString(16).padStart(12, '0') + randomBytes(2).toString('hex');
}

export function storedAvatarKey(uid: string, version: string): string {
  return `avatars/${uid}/avatar.${version}.jpg`;
}

export function versionKey(key: string, version: string): string | null {
  const { name, extension: end } = publicAvatar.exec(key)?.groups ?? {};
  const storedKey = `${name}.${version}.${end}`;
  return name !== undefined && keyPattern.test(storedKey) ? storedKey : null;
}

export function avatarUrl(uid: string, version: string): string {
  return `/media/${avatarKey(uid)}?v=${version}`;
}

export function keyOfAvatarUrl(url: string): string | null {
  const { key = '', version = '' } = avatarAddress.exec(url)?.groups ?? {};
  return versionKey(key, version);
}

export function isMediaKey(key: string): boolean {
  return keyPattern.test(key);
}

export type CopyName = `w${number}` | 'og';

/** Null unless the key is that of a picture. */
export function copyKey(key: string, name: CopyName): string | null {
  return keyPattern.exec(key)?.groups?.['extension'] === 'jpg' ? key.replace(/jpg$/, `${name}.jpg`) : null;
}

export function originalKey(key: string): string {
  return key.replace(/\.(?:w\d+|og)\.jpg$/, '.jpg');
}

export function contentTypeOf(key: string): string {
  const end = key.slice(key.lastIndexOf('.') + 1);
  return { ...contentTypes, ...assetTypes }[end] ?? 'application/octet-stream';
}

let lastTimestamp = 0;

// Two files of the same millisecond must neither share a key nor be unordered.
function timestamp(at: Date): number {
  lastTimestamp = Math.max(at.getTime(), lastTimestamp + 1);
  return lastTimestamp;
}
