import { useSession } from '../session/use-session.ts';

export type SiteNames = {
  siteName: string;
  operator: { name: string; email: string; address: string };
  /** Whether a sign-in with Google is offered here. */
  hasGoogle: boolean;
};

/** How the legal texts call the site and who runs it; null until the site has said so. */
export function useSiteNames(): SiteNames | null {
  const { config, status } = useSession();
  if (config) {
    const { siteName, operator, googleSignIn } = config;
    return { siteName, hasGoogle: googleSignIn, operator: { ...operator, name: operator.name || unnamed() } };
  }
  if (status === 'loading') return null;
  // The site could not be asked: the text is to be read all the same.
  return {
    siteName: document.title.split(' · ').at(-1) ?? location.hostname,
    operator: { name: unnamed(), email: '', address: '' },
    hasGoogle: false,
  };
}

const unnamed = () => `quien administra el sitio ${location.hostname}`;
