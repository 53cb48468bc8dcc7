const timeZone = 'America/Argentina/Buenos_Aires';
const day = new Intl.DateTimeFormat('es-AR', { timeZone, dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('es-AR', {
  timeZone,
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
});

export const dayOf = (time: string) => day.format(new Date(time));

/** '21 de diciembre de 2026, 9:00' */
export const momentOf = (time: string) => moment.format(new Date(time));
