import type { ReactNode } from 'react';

import styles from './State.module.css';

type Props = { children: ReactNode; icon?: ReactNode; action?: ReactNode };

export function EmptyState({ children, icon, action }: Props) {
  return (
    <div className={styles.state}>
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
