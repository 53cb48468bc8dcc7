import type { FileHandle } from 'node:fs/promises';

const block = 512;

/** What stands before the bytes of one file in a tar archive (ustar). Names have up to 255 ASCII characters. */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  const [prefix, rest] = splitName(name);
  header.write(rest, 0, 100, 'latin1');
  header.write('0000600\0', 100, 'latin1');
  for (const offset of [108, 116]) header.write('0000000\0', offset, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('00000000000\0', 136, 'latin1');
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, 155, 'latin1');
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** The zeros that follow the bytes of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

/** What ends an archive. */
export const tarEnd = Buffer.alloc(2 * block);

export type TarEntry = {
  readonly name: string;
  readonly size: number;
  /** Its bytes, from the disk whenever asked. */
  readonly content: () => AsyncIterable<Buffer>;
};

/** The files of an archive in their order, up to its end or to what is none. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const header = Buffer.alloc(block);
  for (let offset = 0; ;) {
    const { bytesRead } = await file.read(header, 0, block, offset);
    if (bytesRead < block || checksum(header) !== octal(header, 148, 8)) return;
    const size = octal(header, 124, 12);
    if (size < 0) return;
    const start = offset + block;
    const name = [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/');
    yield { name, size, content: () => readPart(file, start, size) };
    offset = start + size + tarPadding(size).length;
  }
}

const pieceBytes = 256 * 1024;

/** So many bytes of a file from `start`; fewer where it ends. */
export async function* readPart(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - done));
    const { bytesRead } = await file.read(piece, 0, piece.length, start + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

function splitName(name: string): [prefix: string, rest: string] {
  if (name.length <= 100) return ['', name];
  const slash = name.indexOf('/', name.length - 101);
  if (slash < 0 || slash > 155) throw new RangeError(`No name for a tar archive: ${name}`);
  return [name.slice(0, slash), name.slice(slash + 1)];
}

// Its own field counts as spaces.
function checksum(header: Buffer): number {
  let sum = 8 * 32;
  for (let i = 0; i < block; i++) if (i < 148 || i >= 156) sum += header[i] ?? 0;
  return sum;
}

function octal(header: Buffer, offset: number, length: number): number {
  const digits = text(header, offset, length).trim();
  return /^[0-7]+$/.test(digits) ? parseInt(digits, 8) : -1;
}

function text(header: Buffer, offset: number, length: number): string {
  return header.toString('latin1', offset, offset + length).split('\0')[0] ?? '';
}
