/**
 * The path on this site of an uploaded file that may be served from another host (`MEDIA_BASE_URL`): a
 * browser only exports a canvas whose pictures come from the page's own host. Null if the address is not an
 * uploaded file's.
 */
export function ownPath(address: string): string | null {
  if (/^\/media\/\w/.test(address)) return address;
  const url = URL.parse(address);
  const key = /\/((?:users|ads|avatars|previews)\/[\w/.-]+\.(?:jpg|mp4|webm))$/.exec(
    url?.pathname ?? '',
  )?.[1];
  return key !== undefined && /^https?:$/.test(url?.protocol ?? '') ? `/media/${key}` : null;
}
