import { daysUntil, localDay } from '../buenos-aires.ts';
import { limits } from '../limits.ts';

/** The days (`YYYY-MM-DD`) whose uses of topics are stored, oldest first. */
export function storedTopicDays(now: Date): string[] {
  return daysUntil(localDay(now), limits.topicUseDays);
}

/** The first of the days that a topic's page counts. */
export function firstCountedDay(now: Date): string {
  return daysUntil(localDay(now), limits.topicDays)[0] ?? '';
}
