import type { ReactNode } from 'react';

import { Modal } from './Modal.tsx';

import styles from './Drawer.module.css';

type Props = { id: string; label: string; onClose: () => void; children: ReactNode };

export function Drawer({ id, label, onClose, children }: Props) {
  return (
    <Modal id={id} aria-label={label} className={styles.drawer} onClose={onClose}>
      <div className={styles.body}>{children}</div>
    </Modal>
  );
}
