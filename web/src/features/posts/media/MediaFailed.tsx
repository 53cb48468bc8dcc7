import { Button } from '../../../ui/Button.tsx';

import styles from './Media.module.css';

type Props = {
  children: string;
  small?: boolean;
  onRetry: () => void;
};

export function MediaFailed({ children, small = false, onRetry }: Props) {
  return (
    <div className={styles.failed}>
      <span className={small ? 'visually-hidden' : undefined}>{children}</span>
      <Button size="small" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
