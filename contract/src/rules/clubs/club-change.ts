import { localDay, momentOf } from '../buenos-aires.ts';

const hourMs = 3_600_000;
const freeHours = 24;
const changeDays = 30;

/** When a user chose a club for the first time, and last changed it after the free hours; null: never. */
export type ClubTimes = { readonly since: Date | null; readonly changedAt: Date | null };

export function isFreeClubChoice({ since }: ClubTimes, now: Date): boolean {
  return since === null || now.getTime() < since.getTime() + freeHours * hourMs;
}

/** When the club can be changed next: the 30th day in Buenos Aires, from its start; null: now. */
export function clubChangeableAt(times: ClubTimes, now: Date): Date | null {
  if (times.changedAt === null || isFreeClubChoice(times, now)) return null;
  const last = new Date(times.changedAt.getTime() + changeDays * 24 * hourMs);
  // The refusal names only the day, so all of it counts.
  const at = momentOf(`${localDay(last)}T00:00`) ?? last;
  return at > now ? at : null;
}

const day = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: 'numeric',
  month: 'long',
});

export function clubTooSoonText(changeableAt: Date): string {
  return `Podés cambiar de cuadro otra vez el ${day.format(changeableAt)}.`;
}
