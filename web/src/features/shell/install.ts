import { createStore, useStore } from '../../state/create-store.ts';

type InstallOffer = Event & { prompt: () => Promise<unknown> };

const offer = createStore<InstallOffer | null>(null);

/** Keeps the browser's offer for the menu instead of its own banner. Call once, before the first render. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.write(event as InstallOffer);
  });
  addEventListener('appinstalled', () => offer.write(null));
}

/** Null while the browser does not offer the installation. */
export function useInstall(): (() => void) | null {
  const current = useStore(offer);
  if (!current) return null;
  return () => {
    // An offer works once.
    offer.write(null);
    void current.prompt();
  };
}
