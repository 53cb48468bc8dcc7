type Scope = {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: string, listener: (event: PushEvents) => void): void;
};

type Window = {
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
};

type PushEvents = Event & {
  readonly data: { json(): unknown } | null;
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
};

type Payload = { title: string; body: string; url: string; tag: string; unread: number };

export function listenForPush(scope: Scope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data)));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, (event.notification.data as { url?: string } | null)?.url));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(scope)));
}

// Also while the page is visible: Safari revokes the permission of a site that shows nothing.
async function show({ registration }: Scope, data: PushEvents['data']): Promise<void> {
  const { title, body, url, tag, unread } = payloadOf(data);
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    renotify: true,
    data: { url },
    lang: 'es-AR',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
  };
  await Promise.all([registration.showNotification(title, options), setBadge(unread)]);
}

function payloadOf(data: PushEvents['data']): Payload {
  const fallback = { body: 'Hay novedades en tu cuenta.', url: '/notificaciones', unread: 0 };
  const plain = { title: 'Tablón', tag: '/notificaciones', ...fallback };
  try {
    return { ...plain, ...(data?.json() as Partial<Payload> | undefined) };
  } catch (error) {
    // Developer tools send plain text.
    if (!(error instanceof SyntaxError)) throw error;
    return plain;
  }
}

// The app is not installed, or the browser forbids the focus.
function ignoreDomException(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}

async function setBadge(unread: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(ignoreDomException);
}

async function open({ clients }: Scope, path = '/notificaciones'): Promise<void> {
  const address = new URL(path, location.origin);
  const url =
    address.origin === location.origin ? address.href : new URL('/notificaciones', location.origin).href;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window =
    windows.find((client) => client.focused) ??
    windows.find((client) => client.visibilityState === 'visible') ??
    windows[0];
  if (!window) {
    await clients.openWindow(url);
    return;
  }
  await window.focus().catch(ignoreDomException);
  // The page navigates by itself, so that no input is lost; only a page that does not answer is navigated.
  if (await goesThere(window, url)) return;
  await window.navigate(url).catch((error: unknown) => {
    // Not every browser lets a worker navigate a page that it does not control.
    if (!(error instanceof TypeError)) throw error;
    return clients.openWindow(url);
  });
}

const patienceMs = 1_000;

function goesThere(window: Window, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), patienceMs);
    window.postMessage({ type: 'open', url }, [port2]);
  });
}

// The browser dropped the subscription. A signed-out user gets none.
async function subscribeAgain({ registration }: Scope): Promise<void> {
  const session = (await (await fetch('/api/getSession')).json()) as {
    user: object | null;
    config?: { pushPublicKey: string | null };
  };
  const key = session.config?.pushPublicKey;
  if (!session.user || !key) return;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  await fetch('/api/registerPushToken', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription }),
  });
}
