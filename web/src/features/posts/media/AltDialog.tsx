import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { openModal } from '../../../ui/overlays/modals.ts';

import dialog from '../../../ui/overlays/Dialog.module.css';
import styles from './AltDialog.module.css';

export function showAlt(title: string, alt: string): void {
  openModal((close) => (
    <Dialog title={title} onClose={close}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls */}
      <p className={styles.text} dir="auto" tabIndex={0}>
        {alt}
      </p>
      <div className={dialog.actions}>
        <Button onClick={close}>Cerrar</Button>
      </div>
    </Dialog>
  ));
}
