import { query } from '../../api/client.ts';
import { session } from '../session/session-store.ts';
import { watchVersions } from './new-version.ts';

/** Registers again after a sign-out, which clears the site's storage. Call once. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  session.subscribe(() => void register());
  void register();
}

let registering: Promise<void> | null = null;

function register(): Promise<void> {
  registering ??= registerOnce().finally(() => {
    registering = null;
  });
  return registering;
}

async function registerOnce(): Promise<void> {
  const { serviceWorker } = navigator;
  try {
    if (current && (await serviceWorker.getRegistration())) return;
    if (!serviceWorker.controller) {
      serviceWorker.addEventListener('controllerchange', fillCache, { once: true });
    }
    const registration = await serviceWorker.register(trustedUrl(), { scope: '/' });
    if (registration && registration !== current) watchVersions(registration);
    current = registration;
  } catch (error) {
    // Offline (TypeError), or storage is disabled: the page works without a worker.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
}

let current: ServiceWorkerRegistration | null = null;

// The cache lacks the answers from before the worker, so they are requested again.
function fillCache(): void {
  if (!session.read().user) return;
  void Promise.allSettled([query('getSession', {}), query('getFeed', { tab: 'siguiendo' })]);
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
};

const url = '/service-worker.js';
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

// The CSP requires trusted types for scripts. This policy allows only the worker's own file.
function trustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('tablon-service-worker', { createScriptURL: () => url });
  return policy.createScriptURL(url);
}
