const timeZone = 'America/Argentina/Buenos_Aires';
const day = new Intl.DateTimeFormat('es-AR', { timeZone, dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('es-AR', { timeZone, timeStyle: 'short', hourCycle: 'h23' });

/** '22 nov 2026 · 21:30', in Buenos Aires time. */
export function writtenDate(at: Date | number): string {
  return `${day.format(at)} · ${clock.format(at)}`;
}
