import type { Page } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { makeAdmin } from '../harness/administration.ts';
import { picture } from '../harness/pictures.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

async function tabTo(page: Page, name: string): Promise<void> {
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent.trim() ?? '');
  for (let n = 0; n < 60 && (await focusedText()) !== name; n++) await page.keyboard.press('Tab');
  expect(await focusedText()).toBe(name);
}

const bodyText = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

test('by keyboard on a phone: a post is covered while it is written, opened, closed and changed', async ({
  join,
}) => {
  const author = await join('Tapada Gómez');
  const reader = await join('Curioso Pérez');
  await reader.command('followUser', { targetUid: author.uid });
  for (const { page } of [author, reader]) await page.setViewportSize({ width: 360, height: 740 });

  const { page } = author;
  await page.goto('/feed');
  await composer(page).fill('El asesino era el utilero');
  await tabTo(page, 'Advertencia');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Ninguna' })).toBeChecked();
  await page.getByRole('radio', { name: 'Ninguna' }).focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
  const label = page.getByRole('textbox', { name: 'Texto de la advertencia' });
  await expect(label).toBeFocused();
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeDisabled();
  await page.keyboard.type('Final de la serie');
  await expectAccessible(page, 'the composer with a warning', 'form');
  await page.reload();
  await expect(label).toHaveValue('Final de la serie');
  await page.getByRole('button', { name: 'Publicar', exact: true }).press('Enter');
  const own = post(page, 'Final de la serie');
  await expect(own).toContainText('El asesino era el utilero');
  await expect(own.getByRole('button', { name: 'Ocultar' })).toHaveAttribute('aria-expanded', 'true');

  await reader.page.goto('/feed');
  const card = post(reader.page, 'Final de la serie');
  await expect(card).toBeVisible();
  expect(await bodyText(reader.page)).not.toContain('utilero');
  const show = card.getByRole('button', { name: 'Mostrar' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(reader.page, 'a feed with a covered post', 'article');
  await tabTo(reader.page, 'Mostrar');
  await reader.page.keyboard.press('Enter');
  await expect(card).toContainText('El asesino era el utilero');
  await expect(card.getByRole('button', { name: 'Ocultar' })).toBeFocused();
  await card.press('Enter');
  await expect(reader.page).toHaveTitle(/Tapada Gómez: «Final de la serie»/);
  await expect(card.getByRole('button', { name: 'Ocultar' })).toBeVisible();
  await card.getByRole('button', { name: 'Ocultar' }).press(' ');
  await expect(card).not.toContainText('utilero');

  await own.getByRole('button', { name: 'Opciones' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Advertencia' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Advertencia' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the dialog of a warning', 'dialog');
  await dialog.getByRole('radio', { name: 'Ninguna' }).press(' ');
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(post(page, 'El asesino era el utilero').getByRole('button', { name: 'Ocultar' })).toHaveCount(
    0,
  );
  await reader.page.reload();
  await expect(post(reader.page, 'El asesino era el utilero')).toBeVisible();
});

test('a covered post shows its label alone wherever it stands, or opens always for those who want that', async ({
  join,
}) => {
  const author = await join('Reservada Sosa');
  const reader = await join('Lector Ruiz');
  const upload = await author.upload(await picture(60, 40), 'image/jpeg');
  const { post: coveredPost } = await author.command('publishPost', {
    text: 'Tremenda patada',
    media: { key: upload.key },
    warning: { kind: 'sensible' },
  });
  await author.command('publishPost', { text: 'Cito lo mío', quoteOf: coveredPost.id });
  const { page } = reader;
  for (const path of ['', '?tab=media']) {
    await page.goto(`/perfil/${author.uid}${path}`);
    await expect(page.getByText('Contenido sensible').first()).toBeVisible();
    expect(await bodyText(page), path).not.toContain('Tremenda');
    expect(await bodyText(page), path).not.toContain(upload.key);
  }

  await page.goto('/cuenta');
  const always = page.getByRole('checkbox', { name: 'Mostrar siempre lo que tiene advertencia' });
  await Promise.all([page.waitForResponse('**/api/setPreferences'), always.click()]);
  await expect(always).toBeChecked();
  await page.goto(`/perfil/${author.uid}`);
  await expect(page.getByRole('article', { name: /Contenido sensible$/ })).toContainText('Tremenda patada');
  await expect(post(page, 'Cito lo mío')).toContainText('Tremenda patada');
});

test('an admin marks a post as sensitive, and its author cannot lift that', async ({ join }) => {
  const author = await join('Brava Luna');
  const admin = await join('Jefa Ríos');
  await makeAdmin(admin);
  const { post: newPost } = await author.command('publishPost', { text: 'Una foto fea' });
  const { page } = admin;
  await page.goto(`/p/${newPost.id}`);
  await page.getByRole('button', { name: 'Más opciones de Brava Luna' }).click();
  await page.getByRole('menuitem', { name: 'Marcar como sensible' }).click();
  await expect(post(page, 'Contenido sensible')).not.toContainText('Una foto fea');
  await expect(
    page.getByRole('status').filter({ hasText: 'Publicación marcada como sensible.' }),
  ).toBeVisible();

  await author.page.goto('/notificaciones');
  const notice = author.page.getByText(/ le puso una advertencia a tu publicación$/);
  await notice.click();
  await author.page.getByRole('button', { name: 'Opciones' }).click();
  await author.page.getByRole('menuitem', { name: 'Advertencia' }).click();
  await expect(author.page.getByRole('alertdialog')).toContainText('no se puede cambiar');
});
