import { useSession } from '../session/use-session.ts';

export type SiteNames = {
  siteName: string;
  operator: { name: string; email: string; address: string };
  /** Whether a sign-in with Google is offered here. */
  hasGoogle: boolean;
  /** Whether devices can be sent notifications. */
  hasPush: boolean;
};

/** How the legal texts call the site and who runs it; null until the site has said so. */
export function useSiteNames(): SiteNames | null {
  const { config, status } = useSession();
  if (config) {
    const { siteName, googleSignIn, pushPublicKey } = config;
    const operator = { ...config.operator, name: config.operator.name || unnamed() };
    return { siteName, operator, hasGoogle: googleSignIn, hasPush: pushPublicKey !== null };
  }
  if (status === 'loading') return null;
  // The site could not be asked: the text is to be read all the same.
  return {
    siteName: document.title.split(' · ').at(-1) ?? location.hostname,
    operator: { name: unnamed(), email: '', address: '' },
    hasGoogle: false,
    hasPush: false,
  };
}

const unnamed = () => `quien administra el sitio ${location.hostname}`;
