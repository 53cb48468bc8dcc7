import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import {
  clubChangeableAt,
  clubTooSoonText,
  isFreeClubChoice,
} from '../../../../contract/src/rules/clubs/club-change.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { insertOnboardingStep } from '../../sessions/store/onboarding.ts';
import { deleteMember, insertMember } from '../store/club-members.ts';
import { isClubActive } from '../store/clubs.ts';
import { lockOwnClub, type OwnClubRow, updateOwnClub } from '../store/own-club.ts';

/**
 * Fields left out stay.
 * @throws {Problem} `invalid-argument` for an unknown or retired club, `failed-precondition` within 30 days
 * of a change
 */
export async function setClub({ transaction }: Writes, uid: string, choice: Input<'setClub'>): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockOwnClub(tx, uid);
    if (!before) throw new Problem('not-found');
    const { club = before.club, show = before.show } = choice;
    const after = { ...before, club, show };
    if (club !== null && club !== before.club) Object.assign(after, await choiceTimes(tx, before, club));
    await updateOwnClub(tx, uid, after);
    await moveMember(tx, uid, shownIn(before), shownIn(after));
    if (after.club !== null || before.club !== null) await insertOnboardingStep(tx, uid, 'club');
    tx.fact({ type: 'club-changed', uid });
  });
}

export async function leaveClub({ transaction }: Writes, uid: string): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockOwnClub(tx, uid);
    if (!before || before.club === null) return;
    await updateOwnClub(tx, uid, { ...before, club: null });
    await moveMember(tx, uid, shownIn(before), null);
    tx.fact({ type: 'club-changed', uid });
  });
}

async function choiceTimes(
  tx: WriteTransaction,
  { since, changed_at: changedAt }: OwnClubRow,
  club: string,
): Promise<Pick<OwnClubRow, 'since' | 'changed_at'>> {
  if (!(await isClubActive(tx, club))) throw new Problem('invalid-argument', 'No encontramos ese cuadro.');
  const times = { since, changedAt };
  const changeableAt = clubChangeableAt(times, tx.at);
  if (changeableAt !== null)
    throw new Problem('failed-precondition', clubTooSoonText(changeableAt), { reason: 'club-too-soon' });
  const isFree = isFreeClubChoice(times, tx.at);
  return { since: since ?? tx.at, changed_at: isFree ? changedAt : tx.at };
}

function shownIn({ club, show }: OwnClubRow): string | null {
  return show ? club : null;
}

async function moveMember(
  tx: WriteTransaction,
  uid: string,
  from: string | null,
  to: string | null,
): Promise<void> {
  if (from === to) return;
  if (from !== null) await deleteMember(tx, from, uid);
  if (to !== null) await insertMember(tx, to, uid, tx.at);
}
