import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';

import { IconButton } from '../IconButton.tsx';
import { keepFocusInside } from './keep-focus-inside.ts';

import styles from './Sheet.module.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A modal that fills a phone's screen and is a wide dialog on others, open while it is mounted. */
export function Sheet({ title, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

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
      aria-labelledby={titleId}
      aria-modal="true"
      className={styles.sheet}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
      onKeyDown={keepFocusInside}
    >
      <header className={styles.head}>
        <IconButton label="Cerrar" icon={<X size={22} aria-hidden />} onClick={onClose} />
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
      </header>
      {children}
    </dialog>
  );
}
