import { useId } from 'react';

import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { AdminErrorState } from '../../session/proof/AdminErrorState.tsx';
import { useAdminAds } from './admin-ads.ts';
import { AdRow } from './AdRow.tsx';

import styles from './AdList.module.css';

export function AdList() {
  const id = useId();
  const list = useAdminAds();
  const { data, isError } = list;
  const ads = data?.items;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        Anuncios recientes
      </h2>
      {!ads && !isError && <Skeletons />}
      {isError && <AdminErrorState list={list}>No se pudieron cargar los anuncios.</AdminErrorState>}
      {ads?.length === 0 && <EmptyState>Todavía no hay anuncios.</EmptyState>}
      {ads && ads.length > 0 && (
        <ul aria-labelledby={id}>
          {ads.map((ad) => (
            <AdRow key={ad.id} ad={ad} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Skeletons() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton width={72} height={72} />
          <div>
            <Skeleton width="60%" />
            <Skeleton width="80%" height={12} />
          </div>
        </div>
      ))}
    </div>
  );
}
