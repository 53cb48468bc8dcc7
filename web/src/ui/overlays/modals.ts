import type { ReactNode } from 'react';

type OpenModal = { readonly id: number; readonly content: ReactNode };

let modals: readonly OpenModal[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a dialog that stays whatever becomes of the page beneath it, until it calls `close`. */
export function openModal(draw: (close: () => void) => ReactNode): void {
  const id = ++lastId;
  const close = () => set(modals.filter((modal) => modal.id !== id));
  set([...modals, { id, content: draw(close) }]);
}

export function readModals(): readonly OpenModal[] {
  return modals;
}

export function subscribeModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly OpenModal[]): void {
  modals = next;
  for (const listener of listeners) listener();
}
