import { useState } from 'react';
import { Link } from 'wouter';

import { useSession } from '../session/use-session.ts';

import styles from './Header.module.css';

export function Logo() {
  const { config } = useSession();
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Link href="/" aria-label="Inicio" className={styles.logo}>
      <img
        src={hasFailed ? '/favicon.svg' : '/logo.svg'}
        alt=""
        width={28}
        height={28}
        onError={() => setHasFailed(true)}
      />
      <span aria-hidden className={styles.wordmark}>
        {config?.siteName ?? 'Tablón'}
      </span>
    </Link>
  );
}
