import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

/** `compress` is false for images and videos, which are compressed already. */
export type ZipEntry = {
  readonly name: string;
  readonly content: Readable;
  readonly at: Date;
  readonly compress: boolean;
};

/**
 * Generated while it is read: one entry is open at a time, and little of it is in memory. A failing entry
 * fails the stream midway; when the reader stops, the entries are closed.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  output.on('close', () => current?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  void (async () => {
    try {
      for await (const { name, content, at, compress } of entries) {
        current = content;
        if (output.destroyed) content.destroy();
        zip.addReadStream(content, name, { mtime: at, compress });
        await finished(content);
      }
      zip.end();
    } catch (error) {
      // Once the reader has left, this error is only a consequence.
      output.destroy(error as Error);
    }
  })();
  return output;
}
