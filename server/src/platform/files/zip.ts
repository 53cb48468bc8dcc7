import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

/** A file of an archive. `pack`: whether compressing it is worthwhile; images and videos are compressed already. */
export type ZipEntry = {
  readonly name: string;
  readonly content: Readable;
  readonly at: Date;
  readonly pack: boolean;
};

/**
 * A zip archive of `entries`, generated while it is read: one entry is open at a time, and little of it is in memory.
 * A failing entry fails the stream midway; when the reader stops, the entries are closed.
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
      // After the reader has left, this error is only a consequence of that.
      output.destroy(error as Error);
    }
  })();
  return output;
}
