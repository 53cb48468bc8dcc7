import { navigate } from '../../ui/overlays/use-back-to-close.ts';

type PushMessage = { type?: unknown; url?: unknown } | null;

/** Opens a tapped system notification without a reload. Call once. */
export function openFromPush(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const { type, url } = (data as PushMessage) ?? {};
    if (type !== 'open' || typeof url !== 'string') return;
    const { origin, pathname, search, hash } = new URL(url, location.origin);
    if (origin !== location.origin) return;
    ports[0]?.postMessage('opened');
    navigate(pathname + search + hash);
  });
}
