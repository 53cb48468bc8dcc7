import { type Random, WeightedPick } from './random.ts';

const hourMs = 3_600_000;
// Buenos Aires keeps UTC-3 all year.
const offsetHours = -3;

/** Relative activity by hour of the day, from midnight. */
const dayCurve = [5, 3, 1, 1, 1, 1, 2, 4, 6, 7, 7, 8, 10, 11, 9, 8, 8, 9, 11, 13, 14, 15, 14, 9];

// Kick-offs by weekday (0 is Sunday), in local hours.
const kickOffs: Readonly<Record<number, readonly number[]>> = {
  0: [15, 17, 19, 21],
  1: [19, 21],
  3: [19, 21],
  5: [19, 21],
  6: [14, 16, 18, 21],
};

const matchFactor = 6;

/** Sorted, in [from, until): few at night, many in the evening, most during and right after matches. */
export function moments(random: Random, from: number, until: number, count: number): Float64Array {
  const hours = Math.max(1, Math.ceil((until - from) / hourMs));
  const pick = new WeightedPick(Array.from({ length: hours }, (_, i) => activity(from + i * hourMs)));
  const times = Float64Array.from({ length: count }, () => {
    const at = from + pick.index(random) * hourMs + random.next() * hourMs;
    return Math.min(Math.floor(at), until - 1);
  });
  return times.sort();
}

export function activity(at: number): number {
  const local = new Date(at + offsetHours * hourMs);
  const hour = local.getUTCHours();
  const isMatchOn =
    kickOffs[local.getUTCDay()]?.some((kickOff) => hour >= kickOff && hour < kickOff + 3) ?? false;
  return (dayCurve[hour] ?? 1) * (isMatchOn ? matchFactor : 1);
}
