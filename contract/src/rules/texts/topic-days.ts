import { dayBefore, daysUntil, localDay } from '../buenos-aires.ts';
import { limits } from '../limits.ts';

/** `YYYY-MM-DD`, oldest first. */
export function storedTopicDays(now: Date): string[] {
  return daysUntil(localDay(now), limits.topicUseDays);
}

let latest = { day: '', first: '' };

export function firstCountedDay(now: Date): string {
  const day = localDay(now);
  if (day !== latest.day) latest = { day, first: dayBefore(day, limits.topicDays - 1) };
  return latest.first;
}
