import { AdsPanel } from '../features/ads/panel/AdsPanel.tsx';

export function AdsPage() {
  return <AdsPanel />;
}
