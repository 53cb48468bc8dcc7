/**
 * The path of an uploaded file on this site, also when answers name it at another host (MEDIA_BASE_URL); null when the
 * address is not that of an uploaded file. The browser lets a canvas export only what comes from the page's own host.
 */
export function ownPath(address: string): string | null {
  if (/^\/media\/\w/.test(address)) return address;
  const url = URL.parse(address);
  const key = /\/((?:users|ads|avatars|previews)\/[\w/.-]+\.(?:jpg|mp4|webm))$/.exec(
    url?.pathname ?? '',
  )?.[1];
  return key !== undefined && /^https?:$/.test(url?.protocol ?? '') ? `/media/${key}` : null;
}
