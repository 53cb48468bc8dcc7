import type { Writes } from '../../kernel/writes.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { ImportReport } from './import-report.ts';

const dayMs = 86_400_000;

/** Later times are wrong; clocks may differ by a day. */
export function latestTime({ now }: Pick<Writes, 'now'>): Date {
  return new Date(now().getTime() + dayMs);
}

export type ImportContext = Writes & {
  readonly files: FileStore;
  readonly report: ImportReport;
  /** Holds the files under their earlier paths; null: posts are imported without files. */
  readonly mediaFolder: string | null;
};
