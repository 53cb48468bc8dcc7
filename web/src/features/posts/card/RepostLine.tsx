import { Repeat2 } from 'lucide-react';
import { Link } from 'wouter';

import type { Reposter } from '../lists/post-pages.ts';

import styles from './RepostLine.module.css';

export function RepostLine({ reposter }: { reposter: Reposter }) {
  return (
    <p className={styles.line}>
      <Repeat2 size={16} aria-hidden />
      <Link href={`/perfil/${reposter.uid}`}>{`${reposter.displayName} hizo repost`}</Link>
    </p>
  );
}
