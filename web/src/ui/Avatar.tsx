import { type CSSProperties, useState } from 'react';

import { hueOf, initialsOf } from '../../../contract/src/rules/looks/initials.ts';
import { smallerPictures } from './smaller-pictures.ts';

import styles from './Avatar.module.css';

type Props = {
  src: string | null;
  name: string;
  uid: string;
  size: number;
};

export function Avatar({ src, name, uid, size }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  return src && src !== brokenSrc ? (
    <img
      className={styles.avatar}
      {...smallerPictures(src, size)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBrokenSrc(src)}
    />
  ) : (
    <span
      aria-hidden
      className={styles.avatar}
      data-initials={initialsOf(name)}
      style={{ '--size': `${size}px`, '--hue': hueOf(uid) } as CSSProperties}
    />
  );
}
