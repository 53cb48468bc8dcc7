import { useState } from 'react';

import styles from './ProfileHeader.module.css';

const standard = '/cover.svg';

export function Cover({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const current = [src ?? standard, standard].find((one) => !broken.includes(one));
  if (current === undefined) return <div className={styles.cover} />;
  return (
    <img
      className={styles.cover}
      src={current}
      alt=""
      width={600}
      height={200}
      onError={() => setBroken([...broken, current])}
    />
  );
}
