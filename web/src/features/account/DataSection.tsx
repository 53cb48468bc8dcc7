import { useEffect } from 'react';

import type { Account } from '../../../../contract/src/calls/account-life.ts';
import { queryAddress } from '../../api/client.ts';
import { useNow } from '../../ui/browser/now.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { momentOf } from './dates.ts';
import { Section } from './Section.tsx';
import { invalidateAccount } from './use-account.ts';

import styles from './Account.module.css';

const startMs = 2_000;

export function DataSection({ account: { nextDownloadAt } }: { account: Account }) {
  const nextMs = Date.parse(nextDownloadAt ?? '');
  const isDue = nextMs <= useNow(nextMs);
  // The server decides: this device's clock may be wrong.
  useEffect(() => {
    if (isDue) void invalidateAccount();
  }, [isDue]);
  // The server counts a download when it starts.
  const refreshSoon = () => setTimeout(() => void invalidateAccount(), startMs);
  return (
    <Section title="Tus datos">
      <p className={styles.hint}>
        Un archivo .zip con todo lo que guardamos de vos: tu perfil, lo que publicaste y comentaste, a quién
        seguís, lo que guardaste, tus imágenes y videos. Dos veces por día.
      </p>
      {nextDownloadAt === null ? (
        <div className={styles.actions}>
          <a
            href={queryAddress('downloadMyData', {})}
            download
            className={buttonClass({})}
            onClick={refreshSoon}
          >
            Descargar mis datos
          </a>
        </div>
      ) : (
        <p>Ya los descargaste dos veces. Podés volver a hacerlo desde el {momentOf(nextDownloadAt)}.</p>
      )}
    </Section>
  );
}
