import { isMediaKey, keyOfAvatarUrl } from './media-keys.ts';

export type MediaUrls = {
  of: (key: string) => string;
  /** For a stored path like `/media/previews/….jpg`. Null for null, and for a path that is not ours. */
  ofPath: (path: string | null) => string | null;
};

const sitePath = '/media/';

/** `baseUrl` has no slash at its end; null: the site serves the files. */
export function mediaUrls(baseUrl: string | null): MediaUrls {
  if (baseUrl === null) return { of: (key) => sitePath + key, ofPath: (path) => path };
  const of = (key: string) => `${baseUrl}/${key}`;
  return {
    of,
    ofPath: (path) => {
      const key = path === null ? null : keyOf(path);
      return key === null ? null : of(key);
    },
  };
}

function keyOf(path: string): string | null {
  const key = path.startsWith(sitePath) ? path.slice(sitePath.length) : '';
  return isMediaKey(key) ? key : keyOfAvatarUrl(path);
}
