import type { ReactNode } from 'react';

import { TitleBar } from '../ui/TitleBar.tsx';

import styles from './EntryCard.module.css';

type Props = {
  title: string;
  isEntry?: boolean;
  links?: ReactNode;
  children: ReactNode;
};

export function EntryCard({ title, isEntry = false, links, children }: Props) {
  return (
    <>
      {!isEntry && <TitleBar title={title} />}
      <div className={styles.card}>
        {isEntry && (
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
