import type { ReactNode } from 'react';

import { Pitch } from './Pitch.tsx';

import styles from './State.module.css';

type Props = {
  children: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  /** Without the pitch: for a part of a screen, or a text that soon gives way to content. */
  plain?: boolean;
};

export function EmptyState({ children, icon, action, plain = false }: Props) {
  return (
    <div className={plain ? styles.plain : styles.state}>
      {!plain && <Pitch className={styles.pitch} />}
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
