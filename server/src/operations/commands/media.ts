import { join } from 'node:path';

import { DiskFiles } from '../../platform/files/disk-files.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { openDataDir } from '../../platform/process/data-dir.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { copyFiles, type CopyCount } from '../actions/copy-files.ts';
import { type Command, readArguments } from './command.ts';

export const media: Command = {
  usage: '<push or pull>',
  about:
    'Copies the uploaded files that the other side lacks: push from DATA_DIR/media to the bucket, pull from the bucket' +
    ' to DATA_DIR/media. Nothing is removed. The site may run; an interrupted copy can be run again.',
  run: async ({ config, life, say }, args) => {
    const [way] = readArguments(args, { words: ['direction, push or pull,'], options: {} }).words;
    if (way !== 'push' && way !== 'pull') throw new StartFailure(`It is push or pull, not '${way}'.`);
    if (config.s3 === null) throw new StartFailure('S3_BUCKET is not set: there is no bucket to copy with.');
    openDataDir(config.dataDir);
    const disk = new DiskFiles(join(config.dataDir, 'media'));
    const bucket = await openFiles(config);
    life.closeAtEnd(bucket);
    const start = performance.now();
    const sayProgress = (count: CopyCount) => say(`… ${lineOf(count)}`);
    const [from, to] = way === 'push' ? [disk, bucket] : [bucket, disk];
    const count = await copyFiles(from, to, sayProgress);
    say(`${lineOf(count)}, in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  },
};

function lineOf({ files, bytes, present }: CopyCount): string {
  return `${files} files copied, ${(bytes / 1e6).toFixed(1)} MB; ${present} were there already`;
}
