const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Step = { unit: 'now' } | { unit: 'min' | 'h' | 'd'; n: number };

function step(from: Date | number, now: Date | number): Step {
  const age = Math.max(0, Number(now) - Number(from));
  if (age < minute) return { unit: 'now' };
  if (age < hour) return { unit: 'min', n: Math.floor(age / minute) };
  if (age < day) return { unit: 'h', n: Math.floor(age / hour) };
  return { unit: 'd', n: Math.floor(age / day) };
}

/** 'ahora', 'hace 5 min', 'hace 3 hs', 'hace 1 día', 'hace 2 días'. Only days have a singular. */
export function postAge(from: Date | number, now: Date | number): string {
  const s = step(from, now);
  switch (s.unit) {
    case 'now':
      return 'ahora';
    case 'min':
      return `hace ${s.n} min`;
    case 'h':
      return `hace ${s.n} hs`;
    case 'd':
      return s.n === 1 ? 'hace 1 día' : `hace ${s.n} días`;
  }
}

/** 'ahora', '5 min', '3 h', '2 d'. */
export function shortAge(from: Date | number, now: Date | number): string {
  const s = step(from, now);
  return s.unit === 'now' ? 'ahora' : `${s.n} ${s.unit}`;
}

const exact = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'full',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
});

/** 'sábado, 21 de noviembre de 2026, 10:30', in Buenos Aires time. */
export function exactDate(at: Date | number): string {
  return exact.format(at);
}
