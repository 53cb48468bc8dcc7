import { join } from 'node:path';

import { findBreaches } from './boundaries/boundaries.ts';
import { readSourceFiles } from './boundaries/source-file.ts';

const files = readSourceFiles(join(import.meta.dirname, '..'));
const breaches = findBreaches(files);
for (const breach of breaches) console.error(breach);
console.log(`${files.length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;
