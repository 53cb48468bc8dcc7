import type { ReactNode } from 'react';

import { createStore } from '../../state/create-store.ts';

type OpenModal = { readonly id: number; readonly content: ReactNode; readonly onDropped?: () => void };

let lastId = 0;

/** The number of the dialog that was opened last. */
export const lastModal = () => lastId;

export const modals = createStore<readonly OpenModal[]>([]);

/**
 * The dialog outlives the screen beneath it, until it calls `close`.
 * @param onDropped called when it goes without, because another person uses the page now
 */
export function openModal(draw: (close: () => void) => ReactNode, onDropped?: () => void): void {
  const id = ++lastId;
  const close = () => modals.write(modals.read().filter((modal) => modal.id !== id));
  modals.write([...modals.read(), { id, content: draw(close), onDropped }]);
}

/** Opens a dialog that ends with an answer. @returns it, or `dropped` when another person uses the page now */
export function openQuestion<T>(dropped: T, draw: (answer: (choice: T) => void) => ReactNode): Promise<T> {
  return new Promise((resolve) => {
    const drawWith = (close: () => void) =>
      draw((choice) => {
        close();
        resolve(choice);
      });
    openModal(drawWith, () => resolve(dropped));
  });
}
