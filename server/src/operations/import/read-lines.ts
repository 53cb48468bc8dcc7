import { createReadStream } from 'node:fs';

const lineEnd = '\n'.charCodeAt(0);
const chunkBytes = 1_048_576;

/**
 * Streams the lines of a UTF-8 file, without their ends. A line of more than `maxBytes` is null, and is never
 * whole in memory.
 */
export async function* readLines(path: string, maxBytes: number): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  const endLine = () => {
    const line = bytes <= maxBytes ? Buffer.concat(parts).toString() : null;
    parts = [];
    bytes = 0;
    return line;
  };
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      add(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield endLine();
}
