import { installed, offerVersion, takeVersion } from './new-version.ts';
import { isAnythingTyped } from './typed.ts';

const triedKey = 'tablon.recovered';
const minuteMs = 60_000;

/**
 * A part of the program did not come. When that is because the site was replaced meanwhile, goes over to the new
 * version; once a minute at most, so that a broken site is not loaded for ever.
 */
export async function recoverProgram(): Promise<void> {
  if (!(await isReplaced())) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  await installed(registration?.installing ?? null);
  if (isAnythingTyped()) return offerVersion();
  if (!triedLately()) await takeVersion();
}

/** Whether the server's page names other files than this one. Throws without a network. */
async function isReplaced(): Promise<boolean> {
  const html = await (await fetch('/', { cache: 'no-store' })).text();
  const files = html.match(/\/assets\/[\w.-]+/g) ?? [];
  return files.some((file) => !document.head.querySelector(`[src="${file}"], [href="${file}"]`));
}

function triedLately(): boolean {
  try {
    const at = Number(sessionStorage.getItem(triedKey) ?? 0);
    sessionStorage.setItem(triedKey, String(Date.now()));
    return Date.now() - at < minuteMs;
  } catch {
    // Storage switched off: nothing would end a circle of reloads.
    return true;
  }
}
