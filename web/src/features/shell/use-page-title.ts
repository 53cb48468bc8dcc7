import { useEffect, useLayoutEffect } from 'react';

import { announce } from '../../ui/browser/announce.ts';
import { changeDocumentTitle } from '../../ui/browser/document-title.ts';
import { siteNameOf } from '../session/site-name.ts';
import { useSession } from '../session/use-session.ts';

let lastPath: string | null = null;

/**
 * Focuses the heading after a navigation. The feed's title is the site's name. A screen that can say more
 * changes the title in an effect.
 */
export function usePageTitle(title: string, path: string): void {
  const site = siteNameOf(useSession());

  // Layout effects run before those of the screen.
  useLayoutEffect(() => changeDocumentTitle({ title: path === '/feed' ? '' : title }), [title, path]);
  useLayoutEffect(() => changeDocumentTitle({ site }), [site]);

  useEffect(() => {
    const isNavigation = lastPath !== null && lastPath !== path;
    lastPath = path;
    return isNavigation ? focusTitle(title) : undefined;
  }, [path, title]);
}

/** Focuses the heading now or once it is rendered, unless the focus has moved meanwhile. */
function focusTitle(title: string): () => void {
  const main = document.querySelector('main');
  const before = document.activeElement;
  const nothing = () => undefined;
  if (!main) return nothing;
  if (before !== main && main.contains(before)) {
    announce(title);
    return nothing;
  }
  const take = () => {
    const now = document.activeElement;
    // A waiting heading would take the focus with it when its screen replaces it.
    const heading = main.querySelector<HTMLElement>('h1:not([data-waiting])');
    if (now !== before && now !== document.body) return watch.disconnect();
    if (!heading) return undefined;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return watch.disconnect();
  };
  const watch = new MutationObserver(take);
  watch.observe(main, { childList: true, subtree: true });
  take();
  return () => watch.disconnect();
}
