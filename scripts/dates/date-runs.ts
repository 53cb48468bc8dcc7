type DateRun = {
  name: string;
  zone: string;
  /** The time at which the clock of the run starts. */
  at: (now: Date) => Date;
};

const dayMs = 86_400_000;

/** The runs of `npm run test:dates`, spread over the time zones. */
export const dateRuns: readonly DateRun[] = [
  { name: '+1 day', zone: 'UTC', at: (now) => new Date(now.getTime() + dayMs) },
  { name: '+1 month', zone: 'America/Argentina/Buenos_Aires', at: (now) => monthsLater(now, 1) },
  { name: '+1 year', zone: 'Asia/Kolkata', at: (now) => monthsLater(now, 12) },
  { name: '2028-02-29', zone: 'Pacific/Kiritimati', at: () => new Date('2028-02-29T12:00:00Z') },
  {
    name: 'the end of the year',
    zone: 'UTC',
    at: (now) => new Date(`${now.getUTCFullYear()}-12-31T23:58:00Z`),
  },
  {
    name: 'the end of a day in Buenos Aires',
    zone: 'America/Argentina/Buenos_Aires',
    at: (now) => new Date(`${new Date(now.getTime() + dayMs).toISOString().slice(0, 10)}T02:59:00Z`),
  },
];

// Clamped to the end of the month: 31 January leads to 28 or 29 February.
function monthsLater(from: Date, months: number): Date {
  const later = new Date(from);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return later;
}
