/** The site's time zone, also for times that admins type. */
const timeZone = 'America/Argentina/Buenos_Aires';

const minutes = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time in Buenos Aires as `YYYY-MM-DDTHH:MM`, the format of a `datetime-local` field. */
export function localTime(at: Date): string {
  return minutes.format(at).replace(' ', 'T');
}

export function localDay(at: Date): string {
  return localTime(at).slice(0, 10);
}

/** The UTC time of a local time in Buenos Aires; null if it is not valid. */
export function momentOf(time: string): Date | null {
  const asUtc = Date.parse(`${time}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) || Number.isNaN(asUtc)) return null;
  const offset = Date.parse(`${localTime(new Date(asUtc))}Z`) - asUtc;
  return new Date(asUtc - offset);
}

const dayMs = 24 * 3_600_000;

/** The `count` days ending with `last`, oldest first. */
export function daysUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(end - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  );
}
