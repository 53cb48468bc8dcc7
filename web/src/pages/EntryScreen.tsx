import type { ReactNode } from 'react';

import { LatestPosts } from '../features/reading/LatestPosts.tsx';
import { rememberedPath } from '../features/session/remembered-path.ts';
import { useFeature } from '../features/session/use-session.ts';
import { Pitch } from '../ui/Pitch.tsx';
import { EntryCard } from './EntryCard.tsx';

import styles from './EntryScreen.module.css';

type Props = { title: string; links: ReactNode; children: ReactNode };

export function EntryScreen({ title, links, children }: Props) {
  const isReadable = useFeature('publico');
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <Pitch />
        <p className={styles.line}>El tablón de los que miran fútbol.</p>
        {isReadable && (
          <div className={styles.latest}>
            <LatestPosts />
          </div>
        )}
      </div>
      <EntryCard title={title} isEntry links={links}>
        {mayShowPost() && <p className={styles.from}>Ingresá para ver esta publicación.</p>}
        {children}
      </EntryCard>
    </div>
  );
}

function mayShowPost(): boolean {
  return location.pathname === '/ingresar' && rememberedPath()?.startsWith('/p/') === true;
}
