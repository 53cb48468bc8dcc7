import type { ReactNode } from 'react';

import { Header } from './Header.tsx';
import { Rail } from './Rail.tsx';

import styles from './Shell.module.css';

type Props = {
  /** With the rail beside the column where there is room, or alone in the middle. */
  layout: 'column' | 'alone';
  bell: ReactNode;
  children: ReactNode;
};

export function Shell({ layout, bell, children }: Props) {
  return (
    <>
      <a href="#contenido" className={styles.skip}>
        Ir al contenido
      </a>
      <Header bell={bell} />
      <div className={styles.body}>
        <main id="contenido" tabIndex={-1} className={layout === 'column' ? styles.column : styles.alone}>
          {children}
        </main>
        {layout === 'column' && <Rail />}
      </div>
    </>
  );
}
