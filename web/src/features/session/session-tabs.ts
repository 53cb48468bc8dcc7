const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.session') : null;

export function tellOtherTabs(): void {
  channel?.postMessage('changed');
}

export function onOtherTab(listener: () => void): void {
  channel?.addEventListener('message', listener);
}
