import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the page as an app. */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer for the menu instead of its own banner; call once, before the page is there. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => set(null));
}

/** What installs the app; null while the browser does not offer it. */
export function useInstall(): (() => void) | null {
  const offered = useSyncExternalStore(subscribe, () => offer);
  if (!offered) return null;
  return () => {
    // An offer can be taken up once.
    set(null);
    void offered.prompt();
  };
}

function set(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
