import type { NotificationSelection } from './notification-pages.ts';

type ReadMark = { uid: string; unread: number; read: NotificationSelection };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.notifications') : null;

export function notifyOtherTabs(mark: ReadMark): void {
  channel?.postMessage(mark);
}

export function onOtherTab(listener: (mark: ReadMark) => void, { signal }: { signal: AbortSignal }): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<ReadMark>) => listener(data), { signal });
}
