import { isMissingChunk } from '../browser/chunks.ts';
import { toast } from './dialogs.ts';

export async function runLazily(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isMissingChunk(error)) throw error;
    toast('Se cortó la señal. Probá de nuevo.', { type: 'error' });
  }
}
