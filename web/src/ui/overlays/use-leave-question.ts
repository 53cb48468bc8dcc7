import { useLayoutEffect, useRef } from 'react';

import { confirmDialog } from './dialogs.ts';
import { afterClosing, navigate } from './use-back-to-close.ts';

/**
 * Asks in the page for links and Back; the browser asks before a reload. Without the Navigation API it does
 * not ask.
 * @returns a function that lets the next navigation pass
 */
export function useLeaveQuestion(hasInput: boolean): () => void {
  const free = useRef(false);

  // A layout effect, so that the listeners are gone before the guard of the next screen redirects.
  useLayoutEffect(() => {
    free.current = false;
    if (!hasInput) return undefined;
    let isAsking = false;

    const ask = async (go: () => void) => {
      if (isAsking) return;
      isAsking = true;
      const sure = await confirmDialog('Tenés cambios sin guardar. ¿Querés descartarlos?', { danger: true });
      isAsking = false;
      if (!sure) return;
      free.current = true;
      go();
    };
    const onNavigate = (event: NavigateEvent) => {
      if (free.current || !event.cancelable || !leavesInPage(event)) return;
      event.preventDefault();
      void ask(repeatNavigation(event));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };

    const { navigation } = globalThis as { navigation?: Navigation };
    navigation?.addEventListener('navigate', onNavigate);
    addEventListener('beforeunload', onUnload);
    return () => {
      navigation?.removeEventListener('navigate', onNavigate);
      removeEventListener('beforeunload', onUnload);
    };
  }, [hasInput]);

  return () => {
    free.current = true;
  };
}

function leavesInPage({ destination }: NavigateEvent): boolean {
  return destination.sameDocument && new URL(destination.url).pathname !== location.pathname;
}

function repeatNavigation({ destination, navigationType }: NavigateEvent): () => void {
  const { key, url } = destination;
  if (navigationType === 'traverse') return () => afterClosing(() => void navigation.traverseTo(key));
  return () => navigate(url, { replace: navigationType === 'replace' });
}
