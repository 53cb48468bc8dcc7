import { PrivacyText } from '../features/legal/PrivacyText.tsx';
import { useSiteNames } from '../features/legal/use-site-names.ts';
import { PageLoading } from '../ui/PageLoading.tsx';

export function PrivacyPage() {
  const site = useSiteNames();
  return site ? <PrivacyText site={site} /> : <PageLoading />;
}
