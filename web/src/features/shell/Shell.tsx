import { type MouseEvent, type ReactNode, Suspense } from 'react';

import { useMedia } from '../../ui/browser/use-media.ts';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './Header.tsx';

import styles from './Shell.module.css';

type Props = {
  /**
   * 'column' has the rail beside it where there is room; 'table' is wider, 'alone' stands in the middle,
   * 'wide' has the whole width.
   */
  layout: 'column' | 'table' | 'alone' | 'wide';
  bell: ReactNode;
  rail: ReactNode;
  onWrite: (() => void) | undefined;
  children: ReactNode;
};

export function Shell({ layout, bell, rail, onWrite, children }: Props) {
  const isNarrow = useMedia('(width <= 768px)');
  // Not only hidden, so that nothing in it exists twice or loads on narrow screens.
  const hasRail = useMedia('(width >= 1100px)');
  return (
    <>
      <a href="#contenido" className={styles.skip} onClick={skip}>
        Ir al contenido
      </a>
      <Header bell={bell} onWrite={onWrite} />
      <div className={styles.body}>
        {/* A new element: resizing the old one would count as a layout shift. */}
        <main key={String(layout === 'wide')} id="contenido" tabIndex={-1} className={styles[layout]}>
          {children}
        </main>
        {layout === 'column' && hasRail && <Suspense fallback={null}>{rail}</Suspense>}
      </div>
      {onWrite && isNarrow && <BottomBar onWrite={onWrite} />}
    </>
  );
}

/** The browser's own jump would add a history entry, which 'Volver' takes for a screen. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('contenido')?.focus();
}
