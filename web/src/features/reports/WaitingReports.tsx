import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useReports } from './use-reports.ts';

import styles from './ReportQueue.module.css';

/** How many reports wait for a decision, and the way to them. */
export function WaitingReports() {
  const { data, isError } = useReports('waiting');
  const waiting = data?.pages.at(-1)?.waiting;
  return (
    <div className={styles.summary}>
      <p aria-live="polite">
        {waiting && textOf(waiting)}
        {!waiting && (isError ? 'No se pudieron cargar los reportes.' : 'Cargando…')}
      </p>
      <ButtonLink href="/admin/reportes" size="small">
        Ver reportes
      </ButtonLink>
    </div>
  );
}

function textOf({ new: fresh, reviewing }: { new: number; reviewing: number }): string {
  if (fresh + reviewing === 0) return 'No hay reportes sin resolver.';
  return `${fresh + reviewing} sin resolver: ${fresh === 1 ? '1 nuevo' : `${fresh} nuevos`}, ${reviewing} en revisión.`;
}
