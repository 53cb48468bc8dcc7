import { withStorage } from '../../state/storage.ts';
import { untilInstalled, offerVersion, takeVersion } from './new-version.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

const triedKey = 'tablon.recovered';
const minuteMs = 60_000;

/**
 * If the site was redeployed, reloads into the new version; once a minute at most, so that a broken
 * deployment causes no reload loop.
 */
export async function recoverFromMissingChunk(): Promise<void> {
  if (!(await isRedeployed())) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  await untilInstalled(registration?.installing ?? null);
  if (hasUnsavedInput()) return offerVersion();
  if (!triedLately()) await takeVersion();
}

/** Throws TypeError when offline. */
async function isRedeployed(): Promise<boolean> {
  const html = await (await fetch('/', { cache: 'no-store' })).text();
  const files = html.match(/\/assets\/[\w.-]+/g) ?? [];
  return files.some((file) => !document.head.querySelector(`[src="${file}"], [href="${file}"]`));
}

// Without storage nothing could stop a reload loop, so it counts as tried.
function triedLately(): boolean {
  const at = withStorage('sessionStorage', (storage) => {
    const previous = Number(storage.getItem(triedKey) ?? 0);
    storage.setItem(triedKey, String(Date.now()));
    return previous;
  });
  return at === undefined || Date.now() - at < minuteMs;
}
