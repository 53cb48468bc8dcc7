import { findPostgresBinaries } from './platform/postgres/postgres-binaries.ts';
import { StartFailure } from './platform/process/start-failure.ts';

// Unpacks PostgreSQL during the build: a running service may not write to the program's folder.
try {
  findPostgresBinaries();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stdout.write(`${error.message}\n`);
}
