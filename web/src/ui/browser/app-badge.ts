export function setAppBadge(unread: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  done.catch((error: unknown) => {
    // Refused where the app is not installed.
    if (!(error instanceof DOMException)) throw error;
  });
}
