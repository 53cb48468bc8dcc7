import { type ReactNode, Suspense } from 'react';

import { useMedia } from '../../ui/browser/use-media.ts';
import { optionalPart } from '../../ui/optional-part.ts';
import type { BottomBarProps } from './BottomBar.tsx';
import { Header } from './Header.tsx';
import { Rail } from './Rail.tsx';

import styles from './Shell.module.css';

const BottomBar = optionalPart<BottomBarProps>(async () => (await import('./BottomBar.tsx')).BottomBar);

type Props = {
  /** With the rail beside the column where there is room, or alone in the middle. */
  layout: 'column' | 'alone';
  bell: ReactNode;
  /** Undefined where one cannot write. */
  onWrite: (() => void) | undefined;
  children: ReactNode;
};

export function Shell({ layout, bell, onWrite, children }: Props) {
  const isNarrow = useMedia('(width <= 768px)');
  return (
    <>
      <a href="#contenido" className={styles.skip}>
        Ir al contenido
      </a>
      <Header bell={bell} onWrite={onWrite} />
      <div className={styles.body}>
        <main id="contenido" tabIndex={-1} className={layout === 'column' ? styles.column : styles.alone}>
          {children}
        </main>
        {layout === 'column' && <Rail />}
      </div>
      {onWrite && isNarrow && (
        <Suspense>
          <BottomBar onWrite={onWrite} />
        </Suspense>
      )}
    </>
  );
}
