import type { MissingIndex } from './index-warning.ts';

import styles from './IndexWarning.module.css';

export function IndexWarning({ missing }: { missing: MissingIndex }) {
  return (
    <output className={styles.warning}>
      <span>Falta índice compuesto (ownerUid + createdAt desc) para 'Siguiendo'.</span>
      {missing.url && (
        <a href={missing.url} target="_blank" rel="noopener noreferrer">
          Crear índice
        </a>
      )}
    </output>
  );
}
