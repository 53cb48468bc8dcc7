import type { Chosen } from './notification-pages.ts';

/** What was marked as read in one tab, for the others of the same user. */
type Marked = { uid: string; unread: number; read: Chosen };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.notifications') : null;

export function tellOtherTabs(marked: Marked): void {
  channel?.postMessage(marked);
}

export function onOtherTab(listener: (marked: Marked) => void, { signal }: { signal: AbortSignal }): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Marked>) => listener(data), { signal });
}
