import type { ReactNode } from 'react';

import { TitleBar } from '../ui/TitleBar.tsx';

import styles from './EntryCard.module.css';

type Props = {
  title: string;
  isWayIn?: boolean;
  links?: ReactNode;
  children: ReactNode;
};

export function EntryCard({ title, isWayIn = false, links, children }: Props) {
  return (
    <>
      {!isWayIn && <TitleBar title={title} />}
      <div className={styles.card}>
        {isWayIn && (
          <h1 id="page-title" className={styles.title}>
            {title}
          </h1>
        )}
        {children}
        {links && <div className={styles.links}>{links}</div>}
      </div>
    </>
  );
}
