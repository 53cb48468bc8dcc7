import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { importClubs } from '../../clubs/actions/load-clubs.ts';
import { sqlState } from '../../platform/postgres/database.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { type Command, openSiteDatabase, readArguments } from './command.ts';
import { outsideWrites } from './outside-writes.ts';

export const clubs: Command = {
  usage: 'import <file>',
  about:
    'Adds and changes clubs from a file such as server/data/clubs.csv; none is removed. A club with check=si is grey' +
    ' until its colours are confirmed, one with active=no can no longer be chosen. The site may be running.',
  run: async (tool, args) => {
    const { words } = readArguments(args, { words: ["word 'import'", 'file'], options: {} });
    const [what, file = ''] = words;
    if (what !== 'import') throw new StartFailure(`It is import, not '${what}'.`);
    const path = resolve(file);
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new StartFailure(`There is no file ${path}.`);
    });
    const db = await openSiteDatabase(tool, { shared: true });
    const { writes, enqueueFacts } = outsideWrites(db);
    const { added, changed, same } = await importClubs(writes, text).catch((error: unknown) => {
      if (sqlState(error) !== undefined) throw error;
      throw new StartFailure(`${path} is not valid. ${(error as Error).message}.`);
    });
    await enqueueFacts();
    tool.say(`${added} clubs added, ${changed} changed, ${same} as they were.`);
  },
};
