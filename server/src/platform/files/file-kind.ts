export type FileKind = 'jpeg' | 'png' | 'webp' | 'mp4' | 'webm';

export const kindBytes = 12;

/**
 * Ignores name and Content-Type; null for unsupported types. The bytes are only a claim: the file still has
 * to be parsed.
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
