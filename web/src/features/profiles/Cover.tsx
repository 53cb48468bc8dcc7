import { useState } from 'react';

import styles from './ProfileHeader.module.css';

export function Cover({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  const current = src && src !== broken ? src : '/cover.svg';
  return (
    <img
      className={styles.cover}
      src={current}
      alt=""
      width={600}
      height={200}
      onError={() => setBroken(src)}
    />
  );
}
