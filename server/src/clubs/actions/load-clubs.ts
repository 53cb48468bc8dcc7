import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { writeAudit } from '../../audit/actions/audit.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { programFolder } from '../../platform/process/program-folder.ts';
import { findClubs, insertClub, upsertClub } from '../store/clubs.ts';
import { readClubFile } from './read-club-file.ts';

const file = join(programFolder, 'server/data/clubs.csv');

/** Clubs that exist already stay as an operator changed them. */
export async function ensureClubs({ statement }: Writes): Promise<void> {
  await statement(async (db) => {
    if ((await addMissingClubs(db)) > 0) db.fact({ type: 'clubs-changed' });
  });
}

/** @returns how many were added */
export async function addMissingClubs(db: Database): Promise<number> {
  const present = new Set((await findClubs(db)).map(({ club }) => club.slug));
  const clubs = readClubFile(readFileSync(file, 'utf8'));
  const missing = clubs.flatMap((club, position) => (present.has(club.slug) ? [] : [{ club, position }]));
  for (const { club, position } of missing)
    await insertClub(db, { club: { ...club, active: club.active ?? true }, position });
  return missing.length;
}

export type ImportedClubs = { readonly added: number; readonly changed: number; readonly same: number };

/**
 * Other clubs stay, and without a column `active` so does which are retired. All or nothing.
 * @throws {Error} when the file is not valid
 */
export async function importClubs({ transaction }: Writes, text: string): Promise<ImportedClubs> {
  const clubs = readClubFile(text);
  return transaction(async (tx) => {
    const present = new Map((await findClubs(tx)).map((row) => [row.club.slug, row]));
    const result = { added: 0, changed: 0, same: 0 };
    for (const [i, line] of clubs.entries()) {
      const before = present.get(line.slug);
      const club = { ...line, active: line.active ?? before?.club.active ?? true };
      const isSame = before !== undefined && isDeepStrictEqual(before.club, club);
      result[isSame ? 'same' : before ? 'changed' : 'added']++;
      if (!isSame) await upsertClub(tx, { club, position: before?.position ?? present.size + i });
    }
    if (result.added + result.changed === 0) return result;
    await writeAudit(tx, tx.at, {
      actor: { uid: null },
      action: 'clubs-imported',
      target: { kind: 'site', id: 'clubs', label: `${result.added} nuevos, ${result.changed} cambiados` },
    });
    tx.fact({ type: 'clubs-changed' });
    return result;
  });
}
