const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tablon.session') : null;

/** Says in this browser's other tabs that someone signed in or out here. */
export function tellOtherTabs(): void {
  channel?.postMessage('changed');
}

export function onOtherTab(listener: () => void): void {
  channel?.addEventListener('message', listener);
}
