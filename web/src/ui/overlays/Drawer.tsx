import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';

import { keepFocusInside } from './keep-focus-inside.ts';

import styles from './Drawer.module.css';

type Props = { id: string; label: string; onClose: () => void; children: ReactNode };

/** A modal that slides in from the left, open while it is mounted. */
export function Drawer({ id, label, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);

  // See Dialog: the clean-up must find the element in the page.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={ref}
      id={id}
      aria-label={label}
      className={styles.drawer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
      onKeyDown={keepFocusInside}
    >
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
