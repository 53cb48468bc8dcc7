import { AdsPanel } from '../features/ads/panel/AdsPanel.tsx';
import { useProofVisit } from '../features/session/proof/admin-proof.ts';

export function AdsPage() {
  useProofVisit();
  return <AdsPanel />;
}
