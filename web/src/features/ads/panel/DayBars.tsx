import type { AdDay } from '../../../../../contract/src/calls/ads.ts';
import { bestDay, type Metric, shortDay, sumOf } from './stats.ts';

import styles from './DayBars.module.css';

type Props = { label: string; days: readonly AdDay[]; of: Metric };

const height = 64;
const slot = 10;
const bar = 7;

/** Screen readers get a summary here and every number in the table. */
export function DayBars({ label, days, of }: Props) {
  const best = bestDay(days, of);
  const most = best?.[of] ?? 0;
  const summary = best
    ? `${label} por día: ${sumOf(days, of)} en total; el día de más, ${shortDay(best.day)}, con ${most}.`
    : `${label} por día: ninguno.`;
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <figure>
      <figcaption className={styles.caption} aria-hidden>
        <span>{label}</span>
        <span>{best && `máx. ${most.toLocaleString('es-AR')} · ${shortDay(best.day)}`}</span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${days.length * slot} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {days.map((day, i) => {
          // At least 3 px, so that a single view is visible.
          const tall = day[of] === 0 ? 1 : Math.max(3, (day[of] / most) * height);
          return (
            <rect
              key={day.day}
              className={day[of] === 0 ? styles.none : styles[of]}
              x={i * slot + (slot - bar) / 2}
              y={height - tall}
              width={bar}
              height={tall}
            >
              <title>{`${shortDay(day.day)}: ${day[of].toLocaleString('es-AR')}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.ends} aria-hidden>
        <span>{shortDay(first)}</span>
        <span>{shortDay(last)}</span>
      </div>
    </figure>
  );
}
