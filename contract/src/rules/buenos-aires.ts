/** The site's own time zone: its days, and what an admin types. */
const timeZone = 'America/Argentina/Buenos_Aires';

const minutes = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time on the clocks of Buenos Aires as `YYYY-MM-DDTHH:MM`, the form of a `datetime-local` field. */
export function localTime(at: Date): string {
  return minutes.format(at).replace(' ', 'T');
}

/** The day of Buenos Aires, `YYYY-MM-DD`. */
export function localDay(at: Date): string {
  return localTime(at).slice(0, 10);
}

/** The moment at which the clocks of Buenos Aires show `time`; null when it is no time. */
export function momentOf(time: string): Date | null {
  const asUtc = Date.parse(`${time}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) || Number.isNaN(asUtc)) return null;
  // How far the clocks are from UTC around then.
  const offset = Date.parse(`${localTime(new Date(asUtc))}Z`) - asUtc;
  return new Date(asUtc - offset);
}

const dayMs = 24 * 3_600_000;

/** The `count` days that end with `last`, the oldest first. */
export function daysUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(end - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  );
}
