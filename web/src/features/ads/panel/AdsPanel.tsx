import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { TitleBar } from '../../../ui/TitleBar.tsx';
import { AdForm } from './AdForm.tsx';
import { AdList } from './AdList.tsx';

import styles from './AdsPanel.module.css';

export function AdsPanel() {
  return (
    <>
      <TitleBar
        title="Anuncios"
        action={
          <ButtonLink href="/admin" size="small" variant="quiet">
            Volver a Administración
          </ButtonLink>
        }
      />
      <div className={styles.parts}>
        <AdList />
        <AdForm />
      </div>
    </>
  );
}
