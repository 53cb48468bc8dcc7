import { toast } from '../../ui/overlays/dialogs.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

const hourMs = 3_600_000;
const hiddenMs = 120_000;
const offerMs = 20_000;
const takeOverMs = 2_000;

let checkedAt = 0;

/**
 * Checks for a new version from time to time and offers it. A user who ignores the offer gets it at the next
 * start, or while the page is hidden for a while. Call again when the registration changes.
 */
export function watchVersions(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) offerVersion();
  registration.addEventListener('updatefound', () => {
    void untilInstalled(registration.installing).then((isInstalled) => isInstalled && offerVersion());
  });
  if (checkedAt === 0) {
    setInterval(() => void checkVersion(), hourMs / 4);
    document.addEventListener('visibilitychange', () => void followVisibility());
  }
  checkedAt = Date.now();
}

export async function takeVersion(): Promise<void> {
  const waiting = await waitingVersion();
  if (!waiting) return location.reload();
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'take-over' });
  // A busy worker delays the switch; a reload gets the new version anyway.
  setTimeout(reload, takeOverMs);
}

export function offerVersion(): void {
  // The first worker ever is not an update.
  if (!navigator.serviceWorker?.controller) return;
  const action = { label: 'Actualizar', run: () => void takeVersion() };
  toast('Hay una versión nueva.', { action, durationMs: offerMs });
}

/** False without a worker, or when its install failed. */
export function untilInstalled(worker: ServiceWorker | null): Promise<boolean> {
  if (!worker) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = () => {
      if (worker.state === 'installed' || worker.state === 'redundant') resolve(worker.state === 'installed');
    };
    worker.addEventListener('statechange', settle);
    settle();
  });
}

let switchTimer: ReturnType<typeof setTimeout> | undefined;

async function followVisibility(): Promise<void> {
  clearTimeout(switchTimer);
  if (document.visibilityState === 'visible') return checkVersion();
  if (!(await waitingVersion())) return;
  clearTimeout(switchTimer);
  // The page may have been shown again since.
  switchTimer = setTimeout(
    () => document.visibilityState === 'hidden' && !hasUnsavedInput() && void takeVersion(),
    hiddenMs,
  );
}

async function checkVersion(): Promise<void> {
  if (Date.now() - checkedAt < hourMs || document.visibilityState === 'hidden') return;
  checkedAt = Date.now();
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch((error: unknown) => {
    // Offline: the next check, in an hour, is early enough.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  });
}

async function waitingVersion(): Promise<ServiceWorker | null> {
  return (await navigator.serviceWorker?.getRegistration())?.waiting ?? null;
}
