import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { AdForm } from './AdForm.tsx';
import { AdList } from './AdList.tsx';

import styles from './AdsPanel.module.css';

export function AdsPanel() {
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>Anuncios</h1>
        <ButtonLink href="/admin" size="small">
          Volver a Administración
        </ButtonLink>
      </header>
      <AdForm />
      <AdList />
    </>
  );
}
