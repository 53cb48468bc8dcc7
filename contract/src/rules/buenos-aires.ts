const timeZone = 'America/Argentina/Buenos_Aires';

const minutes = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

let latest = { minute: Number.NaN, text: '' };

/** The time in Buenos Aires as `YYYY-MM-DDTHH:MM`, the format of a `datetime-local` field. */
export function localTime(at: Date): string {
  const minute = Math.floor(at.getTime() / 60_000);
  // Formatting takes 10 µs, and most callers ask for the present.
  if (minute !== latest.minute) latest = { minute, text: minutes.format(at).replace(' ', 'T') };
  return latest.text;
}

export function localDay(at: Date): string {
  return localTime(at).slice(0, 10);
}

/** The UTC time of a local time in Buenos Aires; null if it is not valid. */
export function momentOf(time: string): Date | null {
  const asUtc = instantOf(`${time}Z`).getTime();
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) || Number.isNaN(asUtc)) return null;
  const offset = Date.parse(`${localTime(new Date(asUtc))}Z`) - asUtc;
  return new Date(asUtc - offset);
}

/** The instant of an ISO time with an offset; an invalid date if there is no such day. */
export function instantOf(time: string): Date {
  const day = time.slice(0, 10);
  // `Date` parses 30 February as 2 March.
  const exists = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false;
  return new Date(exists ? time : Number.NaN);
}

const dayMs = 24 * 3_600_000;

export function dayBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10);
}

/** The `count` days ending with `last`, oldest first. */
export function daysUntil(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => dayBefore(last, count - 1 - i));
}
