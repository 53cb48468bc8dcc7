import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';
import { runLazily } from '../../ui/overlays/run-lazily.ts';

/** Does nothing while another modal is open. */
export function openWriteSheet(): void {
  void runLazily(async () => (await load()).showWriteSheet());
}

export function preloadWriteSheet(): void {
  load().catch(ignoreMissingChunk);
}

const load = () => import('./WriteSheet.tsx');
