import { Button } from '../../../ui/Button.tsx';

import styles from './Media.module.css';

export function MediaFailed({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <div className={styles.failed}>
      <span>{children}</span>
      <Button size="small" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
