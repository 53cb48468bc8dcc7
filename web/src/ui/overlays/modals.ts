import type { ReactNode } from 'react';

import { createStore } from '../../state/create-store.ts';

type OpenModal = { readonly id: number; readonly content: ReactNode };

let lastId = 0;

/** The number of the dialog that was opened last. */
export const lastModal = () => lastId;

export const modals = createStore<readonly OpenModal[]>([]);

/** The dialog outlives the screen beneath it, until it calls `close`. */
export function openModal(draw: (close: () => void) => ReactNode): void {
  const id = ++lastId;
  const close = () => modals.write(modals.read().filter((modal) => modal.id !== id));
  modals.write([...modals.read(), { id, content: draw(close) }]);
}
