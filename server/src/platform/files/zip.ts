import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

/** A file of an archive. `pack`: whether it gets smaller by packing; pictures and films do not. */
export type ZipEntry = {
  readonly name: string;
  readonly content: Readable;
  readonly at: Date;
  readonly pack: boolean;
};

/**
 * A zip archive of what `entries` gives, made while it is read: one file at a time is open, and little of it in memory.
 * When an entry fails, so does the stream, in the middle; when nobody reads on, the entries end too.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  output.on('close', () => current?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  void (async () => {
    try {
      for await (const { name, content, at, pack } of entries) {
        current = content;
        if (output.destroyed) content.destroy();
        zip.addReadStream(content, name, { mtime: at, compress: pack });
        await finished(content);
      }
      zip.end();
    } catch (error) {
      // After the reader left, this is only what that caused.
      output.destroy(error as Error);
    }
  })();
  return output;
}
