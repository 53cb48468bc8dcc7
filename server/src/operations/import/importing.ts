import type { Writes } from '../../kernel/writes.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { ImportReport } from './import-report.ts';

/** What an import works with. */
export type Importing = Writes & {
  readonly files: FileStore;
  readonly report: ImportReport;
  /** A folder with the files under their paths in the earlier storage; null: posts come without theirs. */
  readonly mediaFolder: string | null;
};
