import { Readable } from 'node:stream';

import { readPages } from '../../kernel/read-pages.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { ZipEntry } from '../../platform/files/zip.ts';
import { activityPage, findUploadsOf } from '../../posts/store/activity.ts';
import { myDataLetter } from './my-data-letter.ts';
import { type JsonRows, myDataLists } from './my-data-lists.ts';
import { archiveName } from './my-data-rows.ts';

export type MyDataParts = {
  reads: NotificationReads;
  files: FileStore;
  siteName: string;
  publicUrl: string;
  now: Date;
};

/** Of other people only public data. */
export async function* myData(parts: MyDataParts, uid: string): AsyncGenerator<ZipEntry> {
  const { reads, files, now } = parts;
  yield {
    name: 'LEEME.txt',
    content: Readable.from([myDataLetter(parts)]),
    at: now,
    compress: true,
  };
  for (const [name, rows] of Object.entries(myDataLists(parts, uid))) {
    yield { name, content: Readable.from(jsonText(rows())), at: now, compress: true };
  }
  const uploads = readPages(
    (after) => findUploadsOf(reads.db, uid, after),
    ({ key }) => key,
    { first: '', size: activityPage },
  );
  for await (const page of uploads) {
    for (const { key, at } of page) {
      const file = await files.read(key);
      // The file may have been deleted meanwhile.
      if (file) yield { name: archiveName(key), content: file.content, at, compress: false };
    }
  }
}

async function* jsonText(rows: JsonRows): AsyncGenerator<string> {
  if (rows instanceof Promise) {
    yield `${JSON.stringify(await rows, null, 2)}\n`;
    return;
  }
  let isFirst = true;
  for await (const page of rows) {
    if (page.length === 0) continue;
    yield `${isFirst ? '[' : ','}\n${page.map((row) => JSON.stringify(row)).join(',\n')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}
