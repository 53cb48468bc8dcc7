import {
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';

import { modalRegion } from '../browser/announce.ts';
import { keepFocusInside } from './keep-focus-inside.ts';
import { useBackToClose } from './use-back-to-close.ts';

type Props = Pick<AriaAttributes, 'aria-label' | 'aria-labelledby' | 'aria-modal'> & {
  id?: string;
  role?: 'dialog' | 'alertdialog';
  className: string | undefined;
  /** Called on Escape, the backdrop or Back. Unmount the modal to close it. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * Open while it is mounted. The browser traps the focus and restores it. Only an `alertdialog` stays open on
 * a click beside it.
 */
export function Modal({ onClose, children, ...attributes }: Props) {
  const ref = useRef<HTMLDialogElement>(null);

  // A layout effect: its clean-up finds the element in the page, so close() restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  useBackToClose(onClose);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current && attributes.role !== 'alertdialog') onClose();
  };

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) cancel(event);
    else keepFocusInside(event);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      {...attributes}
      ref={ref}
      // Chromium lets a page refuse only one close request between two clicks, and then closes the dialog.
      closedby="none"
      onCancel={cancel}
      onClick={closeOnBackdrop}
      onKeyDown={onKeyDown}
    >
      {children}
      <div ref={modalRegion} className="visually-hidden" aria-live="polite" />
    </dialog>
  );
}
