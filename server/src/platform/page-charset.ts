import { TextDecoder } from 'node:util';

const labelInType = /;\s*charset\s*=\s*["']?\s*([\w.:-]+)/i;
const labelInMeta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
/** As far as browsers look for the declaration (HTML standard, 13.2.3.2). */
const sampleBytes = 1024;

/**
 * Decodes the bytes of a page as they come: by byte order mark, Content-Type, declaration in the page, in this order;
 * without any of them as UTF-8, or Windows-1252 when it is none. Ask with null at the end.
 */
export function pageDecoder(type: string): (chunk: Uint8Array | null) => string {
  let sample: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | null = null;
  return (chunk) => {
    if (decoder) return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    if (chunk) sample = Buffer.concat([sample, chunk]);
    if (chunk && sample.length < sampleBytes) return '';
    decoder = decoderFor(sample, type);
    return decoder.decode(sample, { stream: chunk !== null });
  };
}

function decoderFor(sample: Uint8Array, type: string): TextDecoder {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  if (first === 0xef && second === 0xbb && sample[2] === 0xbf) return new TextDecoder('utf-8');
  const start = Buffer.from(sample.subarray(0, sampleBytes)).toString('latin1');
  const inType = knownDecoder(labelInType.exec(type)?.[1]);
  if (inType) return inType;
  const inPage = knownDecoder(labelInMeta.exec(start)?.[1]);
  // A page whose declaration could be read as ASCII is not in UTF-16, whatever it says.
  if (inPage) return inPage.encoding.startsWith('utf-16') ? new TextDecoder('utf-8') : inPage;
  return new TextDecoder(isUtf8(sample) ? 'utf-8' : 'windows-1252');
}

function knownDecoder(label: string | undefined): TextDecoder | null {
  try {
    return label === undefined ? null : new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    // The last character may go on in the next bytes.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
