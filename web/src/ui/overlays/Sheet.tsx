import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { classNames } from '../class-names.ts';
import { IconButton } from '../IconButton.tsx';
import { Modal } from './Modal.tsx';

import modal from './Modal.module.css';
import styles from './Sheet.module.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

export function Sheet({ title, onClose, children }: Props) {
  const titleId = useId();
  return (
    <Modal
      aria-labelledby={titleId}
      aria-modal="true"
      className={classNames(modal.box, styles.sheet)}
      onClose={onClose}
    >
      <header className={styles.head}>
        <IconButton label="Cerrar" icon={<X size={22} aria-hidden />} onClick={onClose} />
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
      </header>
      {children}
    </Modal>
  );
}
