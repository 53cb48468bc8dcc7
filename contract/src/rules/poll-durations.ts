/** The poll durations of the composer; the first is the default. */
export const pollDurations = [
  { minutes: 1440, label: '24 horas' },
  { minutes: 4320, label: '3 días' },
  { minutes: 10_080, label: '7 días' },
] as const;
export type PollMinutes = (typeof pollDurations)[number]['minutes'];
