import type { AdDay } from '../../../../../contract/src/calls/ads.ts';

export type Metric = 'impressions' | 'clicks';

export function sumOf(days: readonly AdDay[], of: Metric): number {
  return days.reduce((sum, day) => sum + day[of], 0);
}

const percent = new Intl.NumberFormat('es-AR', { style: 'percent', maximumFractionDigits: 1 });

/** Like '4,5%'; a dash without impressions. */
export function rateText({ impressions, clicks }: Pick<AdDay, Metric>): string {
  return impressions === 0 ? '–' : percent.format(clicks / impressions);
}

/** '2026-11-21' as '21/11'. */
export function shortDay(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${date}/${month}`;
}

/** Undefined when all days are zero. */
export function bestDay(days: readonly AdDay[], of: Metric): AdDay | undefined {
  const [best] = days.toSorted((a, b) => b[of] - a[of]);
  return best && best[of] > 0 ? best : undefined;
}
