import { resolve } from 'node:path';

import { openFiles } from '../../platform/files/open-files.ts';
import { openBackup, restoreBackup } from '../backup/restore-backup.ts';
import { type Command, openSiteDatabase, readArguments } from './command.ts';

export const restore: Command = {
  usage: '<file> [--check] [--force] [--end-sessions]',
  about:
    'Restores a backup into an empty site. --check only verifies the file;' +
    ' --force first deletes an existing site; --end-sessions signs everybody out.',
  run: async (tool, args) => {
    const { values, words } = readArguments(args, {
      words: ['file'],
      options: {
        check: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'end-sessions': { type: 'boolean', default: false },
      },
    });
    const path = resolve(words[0] ?? '');
    const backup = await openBackup(path);
    const { head, manifest } = backup;
    tool.life.closeAtEnd({ close: () => backup.archive.close() });
    const rows = Object.values(manifest.tables).reduce((sum, { lines }) => sum + lines, 0);
    tool.say(`${path} is intact: made ${head.madeAt}, ${rows} rows, ${manifest.media.lines} files`);
    if (values.check) return;
    const { dataDir } = tool.config;
    const db = await openSiteDatabase(tool, { shared: false });
    const start = performance.now();
    await restoreBackup(
      backup,
      { db, files: await openFiles(tool.config), dataDir },
      { force: values.force, endSessions: values['end-sessions'] },
    );
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    tool.say(`Restored and verified in ${seconds} s. The site can be started.`);
  },
};
