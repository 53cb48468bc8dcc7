import type { Chosen } from './notification-pages.ts';

type Marked = { uid: string; unread: number; read: Chosen };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.notifications') : null;

export function notifyOtherTabs(marked: Marked): void {
  channel?.postMessage(marked);
}

export function onOtherTab(listener: (marked: Marked) => void, { signal }: { signal: AbortSignal }): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Marked>) => listener(data), { signal });
}
