import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import { keepFocusInside } from './keep-focus-inside.ts';

import styles from './Dialog.module.css';

type Props = {
  title: string;
  /** Called on Escape, the backdrop or Back. Unmount the dialog to close it. */
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A modal dialog, open while it is mounted. The browser traps the focus and restores it; the first `[autofocus]` or
 * focusable part gets it.
 */
export function Dialog({ title, onClose, role = 'dialog', hideTitle = false, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect: its clean-up finds the element in the page, so close() restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current && role === 'dialog') onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-modal="true"
      className={classNames(styles.dialog, className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
      onKeyDown={keepFocusInside}
    >
      <div className={styles.body}>
        <h2 id={titleId} className={hideTitle ? 'visually-hidden' : styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
