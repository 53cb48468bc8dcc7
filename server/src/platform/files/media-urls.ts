import { isMediaKey, keyOfAvatarUrl } from './media-keys.ts';

/** Makes the addresses of files in answers: on the site itself, or where MEDIA_BASE_URL says. */
export type MediaUrls = {
  of: (key: string) => string;
  /** The address of a stored one, such as `/media/previews/….jpg`; null for none, and for any that is not ours. */
  ofStored: (stored: string | null) => string | null;
};

const own = '/media/';

/** @param baseUrl without a slash at its end; null: files are served by the site */
export function mediaUrls(baseUrl: string | null): MediaUrls {
  if (baseUrl === null) return { of: (key) => own + key, ofStored: (stored) => stored };
  const of = (key: string) => `${baseUrl}/${key}`;
  return {
    of,
    ofStored: (stored) => {
      const key = stored === null ? null : keyOf(stored);
      return key === null ? null : of(key);
    },
  };
}

// The store knows avatars by their version only.
function keyOf(stored: string): string | null {
  const key = stored.startsWith(own) ? stored.slice(own.length) : '';
  return isMediaKey(key) ? key : keyOfAvatarUrl(stored);
}
