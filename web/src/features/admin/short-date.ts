const format = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** '22/11/2026', in Buenos Aires. */
export function shortDate(time: string): string {
  return format.format(new Date(time));
}
