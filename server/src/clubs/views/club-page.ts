import type { Output } from '../../../../contract/src/calls/all.ts';
import type { OwnClub } from '../../../../contract/src/calls/clubs.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { clubChangeableAt } from '../../../../contract/src/rules/clubs/club-change.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findOwnClub, type OwnClubRow } from '../store/own-club.ts';
import type { ClubReads } from './club-reads.ts';

export async function clubPage(
  reads: ClubReads,
  viewerUid: string,
  slug: string,
): Promise<Output<'getClub'>['club']> {
  const club = await clubOf(reads, slug);
  const [members, own] = await Promise.all([reads.clubs.membersOf(slug), findOwnClub(reads.db, viewerUid)]);
  return { ...club, members, isMine: own?.club === slug };
}

/** @throws {Problem} `not-found` for an unknown club */
export async function clubOf({ clubs }: Pick<ClubReads, 'clubs'>, slug: string) {
  const club = await clubs.find(slug);
  if (!club) throw new Problem('not-found', 'No encontramos ese cuadro.');
  return club;
}

/** Also while the club is not shown. */
export async function ownClub(db: Database, uid: string, now: Date): Promise<OwnClub> {
  const row = await findOwnClub(db, uid);
  return row ? ownClubOf(row, now) : { club: null, show: true, changeableAt: null };
}

function ownClubOf({ club, show, since, changed_at: changedAt }: OwnClubRow, now: Date): OwnClub {
  return { club, show, changeableAt: clubChangeableAt({ since, changedAt }, now)?.toISOString() ?? null };
}
