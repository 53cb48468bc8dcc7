import { assertApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/overlays/dialogs.ts';
import { markRead } from './notifications-store.ts';

import styles from './MarkAllButton.module.css';

export function MarkAllButton() {
  return (
    <Button variant="quiet" size="small" className={styles.mark} onClick={() => void markAll()}>
      Marcar todo como leído
    </Button>
  );
}

async function markAll(): Promise<void> {
  try {
    await markRead('all');
  } catch (error) {
    assertApiError(error);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'error' });
  }
}
