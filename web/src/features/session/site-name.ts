import type { Session } from './session-state.ts';

// As the server wrote it into the page, which nothing has changed yet.
const pageTitle = document.title;

/** Also before the session has loaded, and when the site cannot be reached. */
export function siteNameOf({ config }: Pick<Session, 'config'>): string {
  return config?.siteName ?? pageTitle;
}
