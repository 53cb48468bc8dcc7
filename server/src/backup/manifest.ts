import type { CopiedTable } from '../store/snapshot.ts';
import type { Count } from './tally.ts';

/** The first file of a backup: what has to be known before it is read. */
export type Head = {
  readonly format: string;
  readonly madeAt: string;
  readonly migrations: readonly string[];
  /** In the order in which they are filled. */
  readonly tables: readonly CopiedTable[];
};

/** The last file: what must be there when it was restored. */
export type Manifest = {
  /** By table; `jobs` are those that waited. */
  readonly tables: Readonly<Record<string, Count>>;
  readonly jobs: Count;
  /** A line is a file's SHA-256 and key, as sha256sum writes them. */
  readonly media: Count & { readonly bytes: number };
};

export const format = 'tablon-backup 1';
export const headName = 'backup.json';
export const manifestName = 'manifest.json';

/** Below which names the parts of a backup stand. */
export const parts = { database: 'database/', jobs: 'jobs/', media: 'media/', secrets: 'secrets/' } as const;
