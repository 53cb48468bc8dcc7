import { TextDecoder } from 'node:util';

import encodingOf from 'html-encoding-sniffer';

const labelInType = /;\s*charset\s*=[\s"']*([\w.:-]+)/i;
/** Browsers look this far for the declaration (HTML standard, 13.2.3.2). */
const sampleBytes = 1024;

/**
 * Encoding by byte order mark, Content-Type, declaration in the page, in this order; without any, UTF-8, or
 * Windows-1252 when the bytes from the first accent on are not UTF-8. Call with null at the end.
 */
export function pageDecoder(type: string): (chunk: Uint8Array | null) => string {
  let sample: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | null = null;
  let isUndeclared = false;
  return (chunk) => {
    if (decoder) return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    if (chunk) sample = Buffer.concat([sample, chunk]);
    if (chunk && sample.length < sampleBytes) return '';
    if (!isUndeclared) {
      decoder = declaredDecoder(sample, type);
      if (decoder) return decoder.decode(sample, { stream: chunk !== null });
      isUndeclared = true;
    }
    // A page's first accent may come long after its beginning.
    const accentAt = sample.findIndex((byte) => byte >= 0x80);
    const ascii = Buffer.from(accentAt < 0 ? sample : sample.subarray(0, accentAt)).toString('latin1');
    sample = sample.subarray(ascii.length);
    if (chunk && sample.length < sampleBytes) return ascii;
    decoder = new TextDecoder(isUtf8(sample) ? 'UTF-8' : 'windows-1252');
    return ascii + decoder.decode(sample, { stream: chunk !== null });
  };
}

function declaredDecoder(sample: Uint8Array, type: string): TextDecoder | null {
  const inType = labelInType.exec(type)?.[1];
  const encoding = encodingOf(sample, {
    defaultEncoding: '',
    ...(inType !== undefined && { transportLayerEncodingLabel: inType }),
  });
  try {
    return encoding === '' ? null : new TextDecoder(encoding);
  } catch (error) {
    // 'replacement' stands for encodings that browsers refuse to decode.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
