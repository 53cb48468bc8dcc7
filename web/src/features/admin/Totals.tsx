import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { TitleBar } from '../../ui/TitleBar.tsx';
import { useDashboard } from './admin-data.ts';

import styles from './Admin.module.css';

export function Totals() {
  const { data, isError } = useDashboard();
  return (
    <>
      <TitleBar title="Administración" />
      <header className={styles.head}>
        <div className={styles.ways}>
          <ButtonLink href="/admin/reportes" size="small">
            {data?.waitingReports ? `Reportes (${data.waitingReports})` : 'Reportes'}
          </ButtonLink>
          <ButtonLink href="/admin/ads" size="small">
            Panel de anuncios
          </ButtonLink>
        </div>
        <p className={styles.totals} aria-busy={!data && !isError}>
          <Total n={data?.users} one="usuario" many="usuarios" />
          <Total n={data?.posts} one="publicación" many="publicaciones" />
        </p>
      </header>
    </>
  );
}

function Total({ n, one, many }: { n: number | undefined; one: string; many: string }) {
  return (
    <span>
      <span className={styles.number}>{n?.toLocaleString('es-AR') ?? '–'}</span> {n === 1 ? one : many}
    </span>
  );
}
