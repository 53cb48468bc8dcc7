import { TriangleAlert } from 'lucide-react';

import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { TitleBar } from '../../ui/TitleBar.tsx';
import { useSession } from '../session/use-session.ts';
import { useDashboard } from './admin-data.ts';

import styles from './Admin.module.css';

export function Totals() {
  const { data, isError } = useDashboard();
  const { config } = useSession();
  return (
    <>
      <TitleBar title="Administración" />
      <header className={styles.head}>
        <div className={styles.ways}>
          <ButtonLink href="/admin/reportes" size="small">
            {data?.waitingReports ? `Reportes (${data.waitingReports.toLocaleString('es-AR')})` : 'Reportes'}
          </ButtonLink>
          <ButtonLink href="/admin/ads" size="small">
            Panel de anuncios
          </ButtonLink>
        </div>
        {config && (config.operator.name === '' || config.operator.email === '') && (
          <p className={styles.warning}>
            <TriangleAlert size={20} aria-hidden />
            <span>
              Falta decir quién opera este sitio: definí OPERATOR_NAME y OPERATOR_EMAIL. Aparecen en los
              Términos y la Privacidad.
            </span>
          </p>
        )}
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
