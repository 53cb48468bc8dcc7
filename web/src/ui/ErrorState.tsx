import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { Pitch } from './Pitch.tsx';

import styles from './State.module.css';

type Props = { children: ReactNode; onRetry: () => void; busy?: boolean };

export function ErrorState({ children, onRetry, busy = false }: Props) {
  return (
    <div className={styles.state} role="alert">
      <Pitch className={styles.pitch} />
      <p className={styles.text}>{children}</p>
      <Button onClick={onRetry} busy={busy}>
        Reintentar
      </Button>
    </div>
  );
}
