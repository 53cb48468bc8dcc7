import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';
import { openLazily } from '../../ui/overlays/run-lazily.ts';

/** Does nothing while another modal is open. */
export function openWriteSheet(): void {
  openLazily(load, ({ showWriteSheet }) => showWriteSheet());
}

export function preloadWriteSheet(): void {
  load().catch(ignoreMissingChunk);
}

const load = () => import('./WriteSheet.tsx');
