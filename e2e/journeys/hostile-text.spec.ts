import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hostileTexts } from '../../server/test/hostile-texts.ts';
import { makeAdmin } from '../harness/administration.ts';
import { BreachWatch } from '../harness/breach-watch.ts';
import { inDatabase } from '../harness/database.ts';
import { refuse, refusedCall } from '../harness/faults.ts';
import { fillWithHostileTexts, muteHostileWords, packTexts, fieldTexts } from '../harness/hostile-site.ts';
import { picture } from '../harness/pictures.ts';
import { composer, post } from '../harness/screens.ts';
import { freePort, siteUrl, startProcess } from '../harness/site-process.ts';
import { expect, test as base } from '../harness/site.ts';

const siteName = `</title><script>alert(1)</script>"'&amp;`;
const operator = `"><img src=x onerror=alert(1)>{{7*7}}`;

let url = '';
let dataDir = '';
let stop: (() => Promise<void>) | undefined;

// Ads are global, and the site's name is hostile, so these journeys have their own site.
const test = base.extend({
  baseURL: async ({}, use) => use(url),
});
test.describe.configure({ mode: 'default' });
// Some texts name files that do not exist.
test.use({ expectedErrors: [refusedCall] });
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tablon-hostile-'));
  const port = await freePort();
  url = siteUrl(port);
  const env = { SITE_NAME: siteName, OPERATOR_NAME: operator, OPERATOR_ADDRESS: operator };
  stop = await startProcess({ port, dataDir, env });
});
test.afterAll(async () => {
  await stop?.();
  await rm(dataDir, { recursive: true, force: true });
});

test('every hostile text appears as plain text in every field of every screen', async ({ join: enter }) => {
  test.setTimeout(480_000);
  const reader = await enter('Lectora');
  await makeAdmin(reader, dataDir);
  const { authors, posts } = await fillWithHostileTexts(reader.uid, dataDir);
  const { page } = reader;
  const watch = new BreachWatch(page, url);
  const main = page.getByRole('main');
  const down = () => page.mouse.wheel(0, 2_000);
  // The last page takes the button away, perhaps just before it is pressed.
  const press = (name: string) => async () => {
    const button = main.getByRole('button', { name, exact: true }).first();
    await button.click({ timeout: 1_000 }).catch(() => undefined);
  };

  await test.step('the feed, with its ads', async () => {
    const { name, handle, text, option, previewTitle, previewDescription, previewSite } = fieldTexts;
    watch.expectTexts([siteName], name, handle, text, option, previewTitle, previewDescription, previewSite);
    await page.goto('/feed');
    await page.mouse.move(640, 600);
    await watch.waitForAll(down);
    watch.expectTexts(fieldTexts.adTitle, fieldTexts.adText, fieldTexts.adSite);
    await page.goto('/feed');
    await watch.waitForAll(down);
  });

  await test.step('a post and its comments', async () => {
    watch.expectTexts(fieldTexts.comment, fieldTexts.name, fieldTexts.handle);
    await page.goto(`/p/${posts[0]}`);
    await watch.waitForAll(down);
  });

  await test.step('profiles and lists of users', async () => {
    watch.expectTexts(fieldTexts.name, fieldTexts.handle, fieldTexts.bio);
    await page.goto(`/perfil/${reader.uid}?tab=seguidos`);
    await watch.waitForAll(down);
    for (const i of [0, 4, 41, -1]) {
      watch.expectTexts([
        fieldTexts.name.at(i) ?? '',
        fieldTexts.handle.at(i) ?? '',
        fieldTexts.bio.at(i) ?? '',
        fieldTexts.text.at(i) ?? '',
      ]);
      await page.goto(`/perfil/${authors.at(i)}`);
      await watch.waitForAll();
    }
  });

  await test.step('the search, which echoes the query', async () => {
    watch.expectTexts(fieldTexts.name, fieldTexts.handle, fieldTexts.bio);
    await page.goto('/buscar?q=hincha');
    await watch.waitForAll(down);
    const box = main.getByRole('searchbox');
    // One-line fields have no line breaks.
    for (const query of packTexts(100).map((text) => text.replace(/[\r\n]/g, ''))) {
      watch.expectTexts([query]);
      await box.fill(query);
      await watch.waitForAll();
    }
    await page.goto(`/buscar?q=${encodeURIComponent(hostileTexts.slice(0, 5).join(' '))}`);
    await watch.check();
  });

  await test.step('notifications', async () => {
    watch.expectTexts(fieldTexts.notification, fieldTexts.snippet);
    await page.goto('/notificaciones');
    await watch.waitForAll(down);
  });

  await test.step('the own sessions and profile', async () => {
    watch.expectTexts(['Dispositivo desconocido']);
    await page.goto('/cuenta');
    await watch.waitForAll();
    await page.goto(`/editar?x=${encodeURIComponent(hostileTexts[0] ?? '')}`);
    await watch.check();
  });

  await test.step('the admins’ users, posts, log and dialogs', async () => {
    watch.expectTexts(fieldTexts.name, fieldTexts.handle, fieldTexts.text.slice(-5));
    await page.goto('/admin');
    await watch.waitForAll(press('Cargar más'));
    watch.expectTexts(fieldTexts.auditLabel, fieldTexts.auditNote);
    await page.getByRole('tab', { name: 'Registro' }).click();
    await watch.waitForAll(press('Ver acciones anteriores'));
    await page.getByRole('tab', { name: 'Panel' }).click();
    await expect(main.locator('button:enabled', { hasText: 'Suspender' }).first()).toBeVisible();
    const suspend = await main.locator('button:enabled', { hasText: 'Suspender' }).all();
    for (const button of suspend.slice(0, 10)) {
      await button.click();
      await expect(page.getByRole('alertdialog')).toContainText('¿Suspender a ');
      await watch.check();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    }
  });

  await test.step('reports', async () => {
    watch.expectTexts(
      fieldTexts.reported,
      fieldTexts.reportedOption,
      fieldTexts.reportNote,
      fieldTexts.reportEmail,
      fieldTexts.history,
    );
    await page.goto('/admin/reportes');
    await watch.waitForAll();
  });

  await test.step('the admins’ ads, and the ad form', async () => {
    watch.expectTexts(fieldTexts.adTitle);
    await page.goto('/admin/ads');
    await watch.waitForAll();
    watch.expectTexts(hostileTexts.slice(0, 10).map((text) => text.slice(0, 80)));
    for (const text of hostileTexts.slice(0, 10)) {
      for (const label of ['Título', 'Texto', 'Enlace']) await page.getByLabel(label).fill(text.slice(0, 80));
      await watch.check();
    }
    await watch.waitForAll();
  });
});

test('hostile texts appear as plain text in mutes, file names, failures and URLs', async ({
  join: enter,
  visitor,
}) => {
  test.setTimeout(180_000);
  const reader = await enter('Lector');
  const { authors, posts } = await fillWithHostileTexts(reader.uid, dataDir);
  const { page, command } = reader;
  const watch = new BreachWatch(page, url);

  await test.step('muted and blocked users, muted words', async () => {
    for (const [i, targetUid] of authors.entries())
      await command(i % 2 === 0 ? 'muteUser' : 'blockUser', { targetUid });
    await muteHostileWords(reader.uid, dataDir);
    watch.expectTexts(fieldTexts.name, fieldTexts.handle, fieldTexts.word);
    await page.goto('/silenciados');
    await page.mouse.move(640, 600);
    await watch.waitForAll(() => page.mouse.wheel(0, 2_000));
    const statement = 'DELETE FROM muted_words WHERE uid = $1';
    await inDatabase(statement, [reader.uid], dataDir);
    for (const [i, targetUid] of authors.entries())
      await command(i % 2 === 0 ? 'unmuteUser' : 'unblockUser', { targetUid });
  });

  await test.step('shared content, a file name, and an error message', async () => {
    const message = hostileTexts.map((text) => text.slice(0, 200)).join(' ');
    const sharedTexts = hostileTexts
      .slice(0, 40)
      .join(' ')
      .replace(/[\r\n]/g, ' ');
    await page.goto(
      `/feed?${new URLSearchParams({ text: sharedTexts, title: sharedTexts, url: 'javascript:alert(1)' })}`,
    );
    await expect(composer(page)).toHaveValue(/alert\(1\)/);
    await watch.check();
    await composer(page).fill('Con archivo');
    const name = `${hostileTexts.slice(0, 20).join('')}.jpg`;
    const file = { name, mimeType: 'image/jpeg', buffer: await picture(400, 300) };
    await page.getByRole('main').locator('input[type=file]').first().setInputFiles(file);
    await expect(page.getByText('Imagen lista')).toBeVisible();
    await watch.check();
    await refuse(page, 'publishPost', 'invalid-argument', message);
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    watch.expectTexts([message.charAt(0).toLowerCase() + message.slice(1)]);
    await watch.waitForAll();
    await refuse(page, 'getFeed', 'failed-precondition', `${message} https://x.example/"onclick=alert(1)`);
    await page.reload();
    await watch.check();
  });

  await test.step('a post as a story', async () => {
    await page.unrouteAll();
    await page.goto(`/p/${posts[5]}`);
    const downloading = page.waitForEvent('download');
    await post(page, fieldTexts.text[5] ?? '')
      .first()
      .getByRole('button', { name: 'Compartir', exact: true })
      .click();
    await page.getByRole('menuitem', { name: 'Historia' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^historia-[^/\\<>"]+\.jpg$/);
    await watch.check();
  });

  await test.step('the operator’s name and hostile URLs, signed out', async () => {
    const stranger = await visitor();
    const outside = new BreachWatch(stranger, url);
    for (const path of ['/privacidad', '/terminos']) {
      outside.expectTexts([siteName, operator]);
      await stranger.goto(path);
      await outside.waitForAll();
    }
    // A path with a dot would request a file.
    const query = encodeURIComponent(hostileTexts.slice(0, 12).join(' ').replaceAll('.', ''));
    for (const path of [
      '/ingresar?from=',
      '/registrar?q=',
      '/recuperar?token=',
      '/reportar?url=',
      '/nada/',
    ]) {
      outside.expectTexts([siteName]);
      await stranger.goto(`${path}${query}#${query}`);
      await outside.waitForAll();
    }
  });
});
