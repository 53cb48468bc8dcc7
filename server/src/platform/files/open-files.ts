import { join } from 'node:path';

import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import type { S3Bucket } from './s3-client.ts';
import { S3Files } from './s3-files.ts';

/** The files of a site: in its bucket, or without one in `DATA_DIR/media`. */
export function openFiles({ dataDir, s3 }: { dataDir: string; s3: S3Bucket | null }): FileStore {
  return s3 === null ? new DiskFiles(join(dataDir, 'media')) : new S3Files(s3, join(dataDir, 'staging'));
}
