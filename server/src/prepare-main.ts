import { findPostgresBinaries } from './platform/postgres/postgres-binaries.ts';
import { StartFailure } from './platform/process/start-failure.ts';

// What the first start would make in the program's folder is made with the build: a service may not write there.
try {
  findPostgresBinaries();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stdout.write(`${error.message}\n`);
}
