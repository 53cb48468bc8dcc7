import type { AdDay } from '../../../../../contract/src/calls/ads.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminErrorState } from '../../session/proof/AdminErrorState.tsx';
import { useAdStats } from './admin-ads.ts';
import { DayBars } from './DayBars.tsx';
import { rateText, shortDay, sumOf } from './stats.ts';

import styles from './AdStats.module.css';

export function AdStats({ adId, name }: { adId: string; name: string }) {
  const list = useAdStats(adId);
  const { data, isError } = list;
  if (isError) return <AdminErrorState list={list}>No se pudieron cargar las estadísticas.</AdminErrorState>;
  if (!data) {
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton height={44} />
        <Skeleton height={96} />
        <Skeleton height={96} />
      </div>
    );
  }
  const { days } = data;
  const impressions = sumOf(days, 'impressions');
  const clicks = sumOf(days, 'clicks');
  return (
    <div className={styles.stats}>
      <p className={styles.hint}>Últimos 30 días, en días de Buenos Aires.</p>
      <dl className={styles.sums}>
        <Sum name="Impresiones" value={impressions.toLocaleString('es-AR')} />
        <Sum name="Clics" value={clicks.toLocaleString('es-AR')} />
        <Sum name="Tasa de clics" value={rateText({ impressions, clicks })} />
      </dl>
      <DayBars label="Impresiones" days={days} of="impressions" />
      <DayBars label="Clics" days={days} of="clicks" />
      <details>
        <summary className={styles.summary}>Ver los números por día</summary>
        <Table days={days} name={name} />
      </details>
    </div>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className={styles.term}>{name}</dt>
      <dd className={styles.number}>{value}</dd>
    </div>
  );
}

function Table({ days, name }: { days: readonly AdDay[]; name: string }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{name}: impresiones, clics y tasa por día</caption>
      <thead>
        <tr>
          <th scope="col">Día</th>
          <th scope="col">Impresiones</th>
          <th scope="col">Clics</th>
          <th scope="col">Tasa</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{shortDay(day.day)}</th>
            <td>{day.impressions.toLocaleString('es-AR')}</td>
            <td>{day.clicks.toLocaleString('es-AR')}</td>
            <td>{rateText(day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
