import type { Writes } from '../../kernel/writes.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { ImportReport } from './import-report.ts';

export type ImportContext = Writes & {
  readonly files: FileStore;
  readonly report: ImportReport;
  /** Holds the files under their earlier paths; null: posts are imported without files. */
  readonly mediaFolder: string | null;
};
