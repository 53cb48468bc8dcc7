import { useState } from 'react';

// Inlined: nearly every first page needs it, and a request costs more than its bytes.
import defaultAvatar from './avatar.svg?inline';

import styles from './Avatar.module.css';

type Props = {
  src: string | null;
  /** The person's name. Leave it out where the name stands beside the picture. */
  name?: string;
  size?: number;
};

/** A person's round picture, or the default one when it is missing or fails to load. */
export function Avatar({ src, name, size = 44 }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const current = src && src !== broken ? src : defaultAvatar;
  return (
    <img
      className={styles.avatar}
      src={current}
      alt={name ? `Foto de perfil de ${name}` : ''}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  );
}
