import { createECDH, randomBytes } from 'node:crypto';

import type { CDPSession, Page } from '@playwright/test';

import { expect, test } from '../harness/site.ts';

test.use({ serviceWorkers: 'allow' });

// Headless shells deny notifications.
const inWholeBrowser = { tag: '@whole-browser' };

// Only the push service is faked: none can be reached from here.
async function fakeSubscription(page: Page): Promise<string> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`;
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  await page.addInitScript(
    ({ json }) => {
      const storageKey = 'e2e.subscription';
      const subscription = (key: Uint8Array<ArrayBuffer>) => ({
        options: { applicationServerKey: key.buffer },
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem(storageKey);
          return true;
        },
      });
      const bytesOf = (key: string) =>
        Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
      const storedKey = () => localStorage.getItem(storageKey);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (storedKey() === null ? null : subscription(bytesOf(storedKey()!))),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem(storageKey, applicationServerKey);
          return subscription(bytesOf(applicationServerKey));
        },
      });
    },
    { json: { endpoint, expirationTime: null, keys } },
  );
  return endpoint;
}

function recordRegistrations(page: Page): string[] {
  const endpoints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/registerPushToken')) return;
    endpoints.push((request.postDataJSON() as { subscription: { endpoint: string } }).subscription.endpoint);
  });
  return endpoints;
}

test(
  'permission is requested only after a tap; then the device is registered once and can be removed',
  inWholeBrowser,
  async ({ join }) => {
    const { page } = await join('Campanita Sosa');
    const endpoint = await fakeSubscription(page);
    const registrations = recordRegistrations(page);
    await page.addInitScript(() => {
      const requestPermission = Notification.requestPermission.bind(Notification);
      Object.assign(globalThis, { permissionRequests: 0 });
      Notification.requestPermission = () => {
        Object.assign(globalThis, { permissionRequests: 1 });
        return requestPermission();
      };
    });
    await page.goto('/editar');
    const activate = page.getByRole('button', { name: 'Activar notificaciones' });
    await expect(activate).toBeVisible();
    expect(await page.evaluate('permissionRequests')).toBe(0);
    expect(registrations).toEqual([]);

    await page.context().grantPermissions(['notifications']);
    await activate.click();
    await expect(page.getByText('Este dispositivo recibe tus notificaciones.')).toBeVisible();
    expect(registrations).toEqual([endpoint]);
    await page.reload();
    await expect(page.getByText('Este dispositivo recibe tus notificaciones.')).toBeVisible();
    expect(registrations).toEqual([endpoint]);

    const answer = page.waitForResponse('**/api/removePushToken');
    await page.getByRole('button', { name: 'Desactivar' }).click();
    expect((await answer).status()).toBe(200);
    await expect(activate).toBeVisible();
    await page.reload();
    await expect(activate).toBeVisible();
    expect(registrations).toEqual([endpoint]);
  },
);

test(
  'with an earlier permission the device is registered with the session, without a tap',
  inWholeBrowser,
  async ({ join }) => {
    const { page } = await join('Permiso Dado');
    const endpoint = await fakeSubscription(page);
    const registrations = recordRegistrations(page);
    await page.context().grantPermissions(['notifications']);
    await page.goto('/feed');
    await expect.poll(() => registrations, { timeout: 15_000 }).toEqual([endpoint]);
  },
);

test(
  'the worker shows a push message, and a tap opens its link without a reload',
  inWholeBrowser,
  async ({ join }) => {
    const { page } = await join('Mensaje Recibido');
    await fakeSubscription(page);
    await page.context().grantPermissions(['notifications']);
    const listening = page.waitForResponse(/\/push-work-.*\.js$/);
    await page.goto('/editar');
    await listening;
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const deliver = await openPushChannel(page);
    await page.getByLabel('Bio').fill('A medio escribir');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

    // A push is lost before the service worker runs.
    await expect(async () => {
      await deliver('no es JSON');
      await expect
        .poll(() => shownNotifications(page), { timeout: 3_000 })
        .toEqual([['Tablón', 'Hay novedades en tu cuenta.', { url: '/notificaciones' }]]);
    }).toPass({ timeout: 20_000 });

    const url = '/notificaciones';
    await deliver(JSON.stringify({ title: 'Tablón', body: 'Ana y 12 más', url, tag: url, unread: 13 }));
    await expect.poll(() => shownNotifications(page)).toEqual([['Tablón', 'Ana y 12 más', { url }]]);
    await deliver(JSON.stringify({ title: 'Tablón', body: 'Ana y 13 más', url, tag: url, unread: 14 }));
    await expect.poll(() => shownNotifications(page)).toEqual([['Tablón', 'Ana y 13 más', { url }]]);

    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await scope.registration.getNotifications();
      const Click = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, init: object) => Event;
      dispatchEvent(new Click('notificationclick', { notification }));
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click();
    await expect(page).toHaveURL(url);
    expect(await page.evaluate('sameDocument')).toBe(true);
    expect(await shownNotifications(page)).toEqual([]);
  },
);

test('a device that was turned off stays off after Salir right after a start', async ({ join }) => {
  const { page } = await join('Apagado Siempre');
  await page.goto('/feed');
  await page.evaluate(() => localStorage.setItem('tablon.push-off', '1'));
  await page.getByRole('button', { name: 'Salir' }).first().click();
  await expect(page).toHaveURL(/\/ingresar/);
  expect(await page.evaluate(() => localStorage.getItem('tablon.push-off'))).toBe('1');
});

test('push preferences choose the kinds and the quiet hours', async ({ join }) => {
  const { page, query } = await join('Silencio Nocturno');
  await page.goto('/editar');
  const section = page.getByRole('region', { name: 'Notificaciones' });
  await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(6);
  await section.getByLabel('Me gusta').uncheck();
  await section.getByLabel('No molestar en un horario').check();
  await section.getByLabel('Desde').fill('22:30');
  await section.getByLabel('Hasta').fill('22:30');
  await expect(section.getByLabel('Hasta')).toHaveAccessibleDescription('Elegí dos horas distintas.');
  await section.getByLabel('Hasta').fill('07:15');
  await expect(section.getByText('Preferencias guardadas ✅')).toBeVisible();
  const quiet = { from: '22:30', to: '07:15' };
  await expect
    .poll(() => query('getPushPreferences', {}))
    .toMatchObject({ like: false, comment: true, quiet });
  await page.reload();
  await expect(section.getByLabel('Me gusta')).not.toBeChecked();
  await expect(section.getByLabel('Hasta')).toHaveValue('07:15');

  // Leaving before the debounce still saves.
  await section.getByLabel('No molestar en un horario').uncheck();
  const answer = page.waitForResponse('**/api/setPushPreferences');
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await answer;
  expect((await query('getPushPreferences', {})).quiet).toBeNull();
});

test('a site without a push key warns on the console and offers nothing', async ({ join }) => {
  const { page } = await join('Sin Clave');
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.context().grantPermissions(['notifications']);
  const registrations = recordRegistrations(page);
  await page.route('**/api/getSession', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as { config: object };
    await route.fulfill({ json: { ...session, config: { ...session.config, pushPublicKey: null } } });
  });
  await page.goto('/editar');
  await expect(page.getByRole('button', { name: 'Guardar cambios' })).toBeVisible();
  await expect
    .poll(() => warnings.filter((text) => /clave pública de push/.test(text)), { timeout: 15_000 })
    .toHaveLength(1);
  await expect(page.getByRole('region', { name: 'Notificaciones' })).toBeHidden();
  expect(registrations).toEqual([]);
});

function shownNotifications(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, data }) => [title, body, data]);
  });
}

/** Delivers messages to the service worker like the browser. */
async function openPushChannel(page: Page): Promise<(data: string) => Promise<void>> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.findLast(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  const { origin } = new URL(page.url());
  return async (data) => {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}
