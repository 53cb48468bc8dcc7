const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.session') : null;

/** Tells the browser's other tabs that the session changed. */
export function tellOtherTabs(): void {
  channel?.postMessage('changed');
}

export function onOtherTab(listener: () => void): void {
  channel?.addEventListener('message', listener);
}
