import { useState } from 'react';

import styles from './ProfileHeader.module.css';

const standard = '/cover.svg';

export function Cover({ src }: { src: string | null }) {
  const [brokenUrls, setBrokenUrls] = useState<readonly string[]>([]);
  const current = [src ?? standard, standard].find((url) => !brokenUrls.includes(url));
  if (current === undefined) return <div className={styles.cover} />;
  return (
    <img
      className={styles.cover}
      src={current}
      alt=""
      width={600}
      height={200}
      onError={() => setBrokenUrls([...brokenUrls, current])}
    />
  );
}
