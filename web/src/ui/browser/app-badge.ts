export function setAppBadge(unread: number): void {
  if (!('setAppBadge' in navigator)) return;
  const pending = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  pending.catch((error: unknown) => {
    // Refused where the app is not installed.
    if (!(error instanceof DOMException)) throw error;
  });
}
