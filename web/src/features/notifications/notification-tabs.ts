import type { Chosen } from './notification-pages.ts';

/** Tells the user's other tabs what was marked as read. */
type Marked = { uid: string; unread: number; read: Chosen };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.notifications') : null;

export function tellOtherTabs(marked: Marked): void {
  channel?.postMessage(marked);
}

export function onOtherTab(listener: (marked: Marked) => void, { signal }: { signal: AbortSignal }): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Marked>) => listener(data), { signal });
}
