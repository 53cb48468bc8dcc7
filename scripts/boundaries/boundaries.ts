import { importCircles } from './circles.ts';
import { missingCopy } from './copy.ts';
import { crowdedFolders, roomCircles } from './folder-circles.ts';
import { forbiddenImports } from './layers.ts';
import { lockingMigrations } from './migration-locks.ts';
import { misnumberedMigrations } from './migrations.ts';
import { bareNavigations, looseQueryKeys, namelessCatches } from './page.ts';
import { notPlain } from './plain-words.ts';
import { securityTableFaults } from './security-table.ts';
import type { SourceFile } from './source-file.ts';
import { dynamicUnits, rawStyles } from './styles.ts';
import { forbiddenWords, foreignCitations, namelessPlaces, schemasInThePage } from './wording.ts';

export function findBreaches(files: SourceFile[]): string[] {
  return [
    forbiddenImports,
    importCircles,
    roomCircles,
    crowdedFolders,
    forbiddenWords,
    namelessPlaces,
    schemasInThePage,
    rawStyles,
    dynamicUnits,
    looseQueryKeys,
    namelessCatches,
    bareNavigations,
    foreignCitations,
    notPlain,
    misnumberedMigrations,
    lockingMigrations,
    missingCopy,
    securityTableFaults,
  ].flatMap((rule) => rule(files));
}
