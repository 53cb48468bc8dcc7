import type { Page } from '@playwright/test';

import { picture } from '../harness/pictures.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [/404 \(Not Found\).*getPost\?/] });

const overlay = (page: Page) => page.locator('dialog:modal, :popover-open');

/** Follows a link from /guardados to the feed, so that there is a page to go back to. */
async function arrive(page: Page): Promise<void> {
  await page.goto('/guardados');
  await page.getByRole('navigation').getByRole('link', { name: 'Inicio', exact: true }).last().click();
  await expect(page).toHaveURL('/feed');
}

/** Also waits for the step back in the history that closing causes. */
async function waitUntilClosed(page: Page): Promise<void> {
  await expect(overlay(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('overlay');
}

async function leadsAway(page: Page): Promise<void> {
  await page.goBack();
  await expect(page).toHaveURL('/guardados');
}

test('Back closes a menu, a dialog and a question, and stays; closed otherwise, they leave nothing behind', async ({
  join,
}) => {
  const { page, command } = await join('Marcha Atrás');
  await command('publishPost', { text: 'Con vuelta' });
  await arrive(page);
  const card = post(page, 'Con vuelta');
  const menu = async (item: string) => {
    await card.getByRole('button', { name: 'Opciones', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const openings = [
    () => card.getByRole('button', { name: /^Compartir/ }).click(),
    () => card.getByRole('button', { name: 'Opciones', exact: true }).click(),
    () => card.getByRole('button', { name: 'Citar' }).click(),
    () => menu('Editar'),
    () => menu('Eliminar'),
    () => page.getByRole('button', { name: 'Escribir', exact: true }).click(),
    () => page.getByRole('button', { name: /^Notificaciones/ }).click(),
  ];
  for (const open of openings) {
    await open();
    await expect(overlay(page)).toHaveCount(1);
    await page.goBack();
    await waitUntilClosed(page);
    await expect(page).toHaveURL('/feed');
    await open();
    await expect(overlay(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await waitUntilClosed(page);
  }
  await leadsAway(page);
});

test('Back asks about unsaved text, and a second one answers no', async ({ join }) => {
  const { page, command } = await join('Texto Pendiente');
  await command('publishPost', { text: 'Antes del cambio' });
  await arrive(page);
  await post(page, 'Antes del cambio').getByRole('button', { name: 'Opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Editar', exact: true }).click();
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Texto' });
  await text.fill('A medio cambiar');
  const question = page.getByRole('alertdialog', {
    name: 'Tenés cambios sin guardar. ¿Querés descartarlos?',
  });
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(text).toHaveValue('A medio cambiar');
  await page.goBack();
  await question.getByRole('button', { name: 'Aceptar' }).click();
  await waitUntilClosed(page);
  await expect(page).toHaveURL('/feed');
  await leadsAway(page);
});

test('a dialog above the writing sheet closes alone, and Forward opens nothing', async ({ join }) => {
  const { page } = await join('Dos Capas');
  await arrive(page);
  await page.getByRole('button', { name: 'Escribir', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Nueva publicación' });
  const chooser = page.waitForEvent('filechooser');
  await sheet.getByRole('button', { name: 'Imagen o video' }).click();
  const buffer = await picture(400, 300);
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
  await sheet.getByRole('button', { name: /^Describir/ }).click();
  await expect(overlay(page)).toHaveCount(2);
  await page.goBack();
  await expect(overlay(page)).toHaveCount(1);
  await page.goBack();
  await waitUntilClosed(page);
  await page.evaluate(() => history.forward());
  await waitUntilClosed(page);
  await leadsAway(page);
});

test('a link in an overlay is one step, and so is a screen that follows a question', async ({ join }) => {
  const { page, command } = await join('Paso Simple');
  const { post: newPost } = await command('publishPost', { text: 'Me borran' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Guardados' }).click();
  await expect(page).toHaveURL('/guardados');
  await page.goBack();
  await expect(page).toHaveURL('/feed');
  await waitUntilClosed(page);

  const card = post(page, 'Me borran');
  await card.getByText('Me borran').click();
  await expect(page).toHaveURL(`/p/${newPost.id}`);
  await card.getByRole('button', { name: 'Opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Eliminar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page).toHaveURL('/feed');
  await page.goBack();
  await expect(page).toHaveURL(`/p/${newPost.id}`);
});
