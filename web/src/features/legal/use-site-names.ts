import { siteNameOf } from '../session/site-name.ts';
import { useSession } from '../session/use-session.ts';

export type SiteNames = {
  siteName: string;
  operator: { name: string; email: string; address: string };
  hasGoogle: boolean;
  hasPush: boolean;
};

/** Null while loading. */
export function useSiteNames(): SiteNames | null {
  const session = useSession();
  const { config, status } = session;
  if (config) {
    const { siteName, googleSignIn, pushPublicKey } = config;
    const operator = { ...config.operator, name: config.operator.name || fallbackName() };
    return { siteName, operator, hasGoogle: googleSignIn, hasPush: pushPublicKey !== null };
  }
  if (status === 'loading') return null;
  // The site cannot be reached: the text stays readable with general names.
  return {
    siteName: siteNameOf(session),
    operator: { name: fallbackName(), email: '', address: '' },
    hasGoogle: false,
    hasPush: false,
  };
}

const fallbackName = () => `quien administra el sitio ${location.hostname}`;
