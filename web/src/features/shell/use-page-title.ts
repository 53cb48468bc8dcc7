import { useEffect } from 'react';

import { announce } from '../../ui/browser/announce.ts';
import { useSession } from '../session/use-session.ts';

let shown: string | null = null;

/** Names the browser's tab, and takes the focus to the title of a screen that one came to from another. */
export function usePageTitle(title: string, path: string): void {
  const { config } = useSession();
  const site = config?.siteName ?? 'Tablón';

  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);

  useEffect(() => {
    const arrived = shown !== null && shown !== path;
    shown = path;
    return arrived ? focusTitle(title) : undefined;
  }, [path, title]);
}

/** Now, or once the screen has drawn its title; not when the focus has moved meanwhile. */
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
    const heading = main.querySelector('h1');
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
