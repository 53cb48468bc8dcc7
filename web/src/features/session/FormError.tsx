import type { ReactNode } from 'react';

import styles from './EntryForm.module.css';

export function FormError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className={styles.error}>
      {children}
    </p>
  );
}
