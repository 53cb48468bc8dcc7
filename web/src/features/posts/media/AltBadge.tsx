import { openLazily } from '../../../ui/overlays/run-lazily.ts';

import styles from './Media.module.css';

type Props = {
  /** From 1; null for a video. */
  n: number | null;
  alt: string;
};

export function AltBadge({ n, alt }: Props) {
  const title = n === null ? 'Descripción del video' : 'Descripción de la imagen';
  return (
    <button
      type="button"
      className={styles.badge}
      aria-label={n === null ? 'Ver descripción del video' : `Ver descripción de la imagen ${n}`}
      aria-haspopup="dialog"
      onClick={() =>
        openLazily(
          () => import('./AltDialog.tsx'),
          ({ showAlt }) => showAlt(title, alt),
        )
      }
    >
      ALT
    </button>
  );
}
