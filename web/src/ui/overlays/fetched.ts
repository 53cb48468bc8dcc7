import { toast } from './dialogs.ts';

/** Runs what is fetched on first use. Where it does not come nothing has begun, so nothing is lost. */
export async function fetched(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    toast('Se cortó la señal. Probá de nuevo.', { type: 'error' });
  }
}
