import { TermsText } from '../features/legal/TermsText.tsx';
import { useSiteNames } from '../features/legal/use-site-names.ts';
import { PageLoading } from '../ui/PageLoading.tsx';

export function TermsPage() {
  const site = useSiteNames();
  return site ? <TermsText site={site} /> : <PageLoading />;
}
