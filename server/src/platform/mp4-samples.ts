import { type FileWindow, Malformed, type Span } from './file-window.ts';

/** A box of ISO/IEC 14496-12: its payload is from `body` to `end`. */
export type Box = { type: string; start: number; body: number; end: number };

const tableBytesMax = 4_000_000;

/** Where the samples of a track lie in the file, by the tables of its `stbl`; a table that is missing has none. */
export async function sampleSpans(
  file: FileWindow,
  { stsc, stsz, stco, co64 }: Partial<Record<string, Box>>,
): Promise<Span[]> {
  const offsets = stco ?? co64;
  if (!stsc || !stsz || !offsets) return [];
  const chunks = await readTable(file, offsets, stco ? 4 : 8, 8);
  const perChunk = await readTable(file, stsc, 12, 8);
  const sizes = await readTable(file, stsz, 4, 12);
  const fixedSize = (await file.bytes(stsz.body + 4, 4)).readUInt32BE(0);

  const spans: Span[] = [];
  let sample = 0;
  let entry = 0;
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    // An entry holds from its first chunk, counted from 1, to the next entry's.
    while (entry + 1 < perChunk.count && perChunk.rows.readUInt32BE((entry + 1) * 12) <= chunk + 1) entry++;
    const samples = perChunk.count === 0 ? 0 : perChunk.rows.readUInt32BE(entry * 12 + 4);
    const start = stco ? chunks.rows.readUInt32BE(chunk * 4) : Number(chunks.rows.readBigUInt64BE(chunk * 8));
    let length = fixedSize * samples;
    if (fixedSize === 0) {
      const last = Math.min(sample + samples, sizes.count);
      for (; sample < last; sample++) length += sizes.rows.readUInt32BE(sample * 4);
    }
    spans.push({ start, end: start + length });
  }
  return spans;
}

async function readTable(
  file: FileWindow,
  box: Box,
  rowBytes: number,
  headBytes: number,
): Promise<{ count: number; rows: Buffer }> {
  const length = box.end - box.body - headBytes;
  if (length < 0 || length > tableBytesMax) throw new Malformed('a table has a wrong size');
  const declared = (await file.bytes(box.body + headBytes - 4, 4)).readUInt32BE(0);
  const count = Math.min(declared, Math.floor(length / rowBytes));
  return { count, rows: Buffer.from(await file.bytes(box.body + headBytes, count * rowBytes)) };
}
