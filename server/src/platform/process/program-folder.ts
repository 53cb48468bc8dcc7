import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The project's folder, both from the sources and from the bundle (decision 0073). */
export const programFolder = dirname(findPackageJSON(import.meta.url) ?? '');
