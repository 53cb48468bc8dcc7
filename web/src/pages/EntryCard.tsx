import type { ReactNode } from 'react';

import styles from './EntryCard.module.css';

type Props = { title: string; links?: ReactNode; children: ReactNode };

export function EntryCard({ title, links, children }: Props) {
  return (
    <div className={styles.card}>
      <h1 id="page-title" className={styles.title}>
        {title}
      </h1>
      {children}
      {links && <div className={styles.links}>{links}</div>}
    </div>
  );
}
