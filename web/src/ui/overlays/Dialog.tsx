import { type ReactNode, useId } from 'react';

import { classNames } from '../class-names.ts';
import { Modal } from './Modal.tsx';

import styles from './Dialog.module.css';
import modal from './Modal.module.css';

type Props = {
  title: string;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

export function Dialog({ title, onClose, role = 'dialog', children }: Props) {
  const titleId = useId();
  return (
    <Modal
      role={role}
      aria-labelledby={titleId}
      aria-modal="true"
      className={classNames(modal.box, styles.dialog)}
      onClose={onClose}
    >
      <div className={styles.body}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </Modal>
  );
}
