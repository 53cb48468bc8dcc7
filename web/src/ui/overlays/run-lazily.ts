import { isMissingChunk } from '../browser/chunks.ts';
import { toast } from './dialogs.ts';
import { lastModal } from './modals.ts';

export async function runLazily(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isMissingChunk(error)) throw error;
    toast('Se cortó la señal. Probá de nuevo.', { type: 'error' });
  }
}

/** Opens a dialog once its code is loaded, unless another one, or a second tap, was faster. */
export function openLazily<Code>(load: () => Promise<Code>, open: (code: Code) => void): void {
  const before = lastModal();
  void runLazily(async () => {
    const code = await load();
    if (lastModal() === before) open(code);
  });
}
