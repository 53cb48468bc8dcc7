import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';

import { openFiles } from '../../platform/files/open-files.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { exportDocuments } from '../import/export-documents.ts';
import { ImportReport } from '../import/import-report.ts';
import { importSite } from '../import/import-site.ts';
import { type Command, openSiteDatabase, readArguments } from './command.ts';
import { outsideWrites } from './outside-writes.ts';

export const importCommand: Command = {
  usage: '<file or folder> [--media <folder>] [--report <file>]',
  about:
    'Imports an export of the earlier document database (docs/import.md): a .json file, a file with one document per' +
    ' line, or a folder of those. Existing data stays; an interrupted import can be run again. --media is a folder with' +
    ' the files under their earlier paths; --report gets a line for everything that was left out or changed.',
  run: async (tool, args) => {
    const { values, words } = readArguments(args, {
      words: ['file or folder'],
      options: { media: { type: 'string' }, report: { type: 'string' } },
    });
    const mediaFolder = values.media === undefined ? null : resolve(values.media);
    if (mediaFolder !== null && !(await stat(mediaFolder).catch(() => null))?.isDirectory())
      throw new StartFailure(`There is no folder ${mediaFolder}.`);
    const documents = await exportDocuments(resolve(words[0] ?? ''));
    const reportFile = values.report === undefined ? null : await open(resolve(values.report), 'w');
    const lines = reportFile && reportFile.createWriteStream();
    const reportEnd = lines && finished(lines);
    reportEnd?.catch(() => undefined);
    const report = new ImportReport((line) => lines?.write(`${JSON.stringify(line)}\n`));
    const db = await openSiteDatabase(tool, { shared: true });
    const { writes, enqueueFacts } = outsideWrites(db);
    const files = await openFiles(tool.config);
    try {
      await importSite({ ...writes, files, report, mediaFolder }, documents, (step) => tool.say(`… ${step}`));
      await enqueueFacts();
    } finally {
      lines?.end();
      await reportEnd;
      sayReport(tool.say, report);
    }
  },
};

function sayReport(say: (line: string) => void, { kinds, changed }: ImportReport): void {
  for (const [kind, { read, imported, existing, skipped }] of kinds) {
    const skippedCount = Object.values(skipped).reduce((sum, count) => sum + count, 0);
    say(`${kind}: ${read} read, ${imported} imported, ${existing} already there, ${skippedCount} left out`);
    for (const [reason, count] of Object.entries(skipped)) say(`    left out, ${reason}: ${count}`);
  }
  for (const [reason, count] of Object.entries(changed)) say(`  changed, ${reason}: ${count}`);
}
