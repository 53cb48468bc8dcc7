import { join } from 'node:path';

import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import type { S3Bucket } from './s3-client.ts';

export async function openFiles({
  dataDir,
  s3,
}: {
  dataDir: string;
  s3: S3Bucket | null;
}): Promise<FileStore> {
  if (s3 === null) return new DiskFiles(join(dataDir, 'media'));
  const { S3Files } = await import('./s3-files.ts');
  return new S3Files(s3, join(dataDir, 'staging'));
}
