import { useState } from 'react';
import { Link } from 'wouter';

import { siteNameOf } from '../session/site-name.ts';
import { useSession } from '../session/use-session.ts';

import styles from './Header.module.css';

export function Logo() {
  const session = useSession();
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
        {siteNameOf(session)}
      </span>
    </Link>
  );
}
