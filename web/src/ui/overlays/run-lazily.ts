import { isMissingChunk } from '../browser/chunks.ts';
import { toast } from './dialogs.ts';
import { lastModal } from './modals.ts';

/**
 * Opens a dialog, menu or panel once its code is loaded, unless another one, or a second tap, was faster,
 * or the person has gone on: to another screen, or to writing.
 */
export function openLazily<Code>(load: () => Promise<Code>, open: (code: Code) => void): void {
  const modal = lastModal();
  const { href } = location;
  const focus = document.activeElement;
  void runLazily(async () => {
    const code = await load();
    const { activeElement } = document;
    const isWriting = activeElement !== focus && activeElement?.matches('input, textarea');
    if (lastModal() === modal && location.href === href && !isWriting) open(code);
  });
}

async function runLazily(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isMissingChunk(error)) throw error;
    toast('Se cortó la señal. Probá de nuevo.', { type: 'error' });
  }
}
