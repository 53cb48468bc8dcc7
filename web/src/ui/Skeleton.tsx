import type { CSSProperties } from 'react';

import styles from './Skeleton.module.css';

type Props = {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  round?: boolean;
};

export function Skeleton({ width = '100%', height = 16, round = false }: Props) {
  return (
    <span
      aria-hidden
      className={styles.bar}
      style={{ width, height, borderRadius: round ? 'var(--r-full)' : undefined }}
    />
  );
}
