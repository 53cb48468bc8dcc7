export type FileKind = 'jpeg' | 'png' | 'webp' | 'mp4' | 'webm';

/** How many of a file's first bytes `fileKind` looks at. */
export const kindBytes = 12;

/**
 * What a file claims to be by its first bytes, whatever its name or header say; null for what we do not take. A claim
 * only: the rest of the file is still to be read by its format.
 */
export function fileKind(head: Uint8Array): FileKind | null {
  const text = Buffer.from(head.subarray(0, kindBytes)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp') return 'mp4';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  return null;
}
