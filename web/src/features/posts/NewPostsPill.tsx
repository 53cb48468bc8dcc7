import { ArrowUp } from 'lucide-react';

import styles from './NewPostsPill.module.css';

type Props = { count: number; onShow: () => void };

export function NewPostsPill({ count, onShow }: Props) {
  return (
    <output className={styles.place}>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp size={16} aria-hidden />
          {count === 1 ? 'Ver 1 publicación nueva' : `Ver ${count} publicaciones nuevas`}
        </button>
      )}
    </output>
  );
}
