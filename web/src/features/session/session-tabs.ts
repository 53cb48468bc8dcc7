const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.session') : null;

export function notifyOtherTabs(): void {
  channel?.postMessage('changed');
}

export function onOtherTab(listener: () => void): void {
  channel?.addEventListener('message', listener);
}
