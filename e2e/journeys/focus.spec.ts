import type { Page } from '@playwright/test';

import { makeAdmin } from '../harness/administration.ts';
import { inDatabase } from '../harness/database.ts';
import { mend, refuse } from '../harness/faults.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({
  expectedErrors: [
    /404 \(Not Found\).*(?:getPost\?|getComments)|503 .*(?:getFeed|getSavedPosts|getProfile|getClub)/,
  ],
});

/** Waits for the chunk with the keys, which draws the focus ring. */
async function byKeys(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      await page.keyboard.press('Tab');
      return page.evaluate(() => 'keys' in document.documentElement.dataset);
    })
    .toBe(true);
}

test('after publishing by keyboard the focus is in the box, after deleting on the next post, then on the heading', async ({
  join,
}) => {
  const { page } = await join('Foco Firme');
  await page.goto('/feed');
  await byKeys(page);
  for (const text of ['Uno', 'Dos']) {
    await composer(page).fill(text);
    const publish = page.getByRole('button', { name: 'Publicar', exact: true });
    // Disabled while the post before is on its way: it would not take the focus.
    await expect(publish).toBeEnabled();
    const published = page.waitForResponse('**/api/publishPost');
    await publish.press('Enter');
    await expect(post(page, text)).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await published;
  }
  const remove = async (text: string) => {
    await post(page, text).getByRole('button', { name: 'Opciones', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Eliminar', exact: true }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).press('Enter');
    await expect(post(page, text)).toHaveCount(0);
  };
  await page.goto('/perfil');
  await byKeys(page);
  await remove('Dos');
  await expect(post(page, 'Uno')).toBeFocused();
  await remove('Uno');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
});

test('a saved post that goes, a person who goes and a screen that empties leave the focus near', async ({
  join,
}) => {
  const author = await join('Autora Lejana');
  const { page, command } = await join('Lector Cercano');
  const ids: string[] = [];
  for (const text of ['Guardada A', 'Guardada B']) {
    const { post: savedPost } = await author.command('publishPost', { text });
    await command('savePost', { postId: savedPost.id });
    ids.push(savedPost.id);
  }
  const unsave = (text: string) => post(page, text).getByRole('button', { name: 'Guardar' }).press('Enter');
  await page.goto('/guardados');
  await byKeys(page);
  await unsave('Guardada B');
  await expect(post(page, 'Guardada A')).toBeFocused();
  await unsave('Guardada A');
  await expect(page.getByRole('heading', { name: /^Guardados/ })).toBeFocused();

  await page.goto(`/p/${ids[0]}`);
  await byKeys(page);
  await page.getByRole('button', { name: /^Más opciones/ }).press('Enter');
  await page.getByRole('menuitem', { name: /^Bloquear/ }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).press('Enter');
  await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Publicación' })).toBeFocused();

  const other = await join('Otra Persona');
  await command('blockUser', { targetUid: other.uid });
  await page.goto('/silenciados');
  await byKeys(page);
  await page.getByRole('button', { name: /^Desbloquear a @otrapersona/ }).press('Enter');
  await expect(page.getByRole('link', { name: /Autora Lejana/ }).first()).toBeFocused();
  await page.getByRole('button', { name: /^Desbloquear/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Cuentas bloqueadas' })).toBeFocused();
});

test('following by keyboard keeps the focus on the button', async ({ join }) => {
  const idol = await join('Idola Fija');
  const { page } = await join('Sigue Con Teclas');
  await page.goto(`/perfil/${idol.uid}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Seguir').press('Enter');
  await expect(button('Siguiendo')).toBeEnabled();
  await expect(button('Siguiendo')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Seguir')).toBeEnabled();
  await expect(button('Seguir')).toBeFocused();
});

test('after deleting comments by keyboard the focus is on the next one, then on the heading', async ({
  join,
}) => {
  const { page, command } = await join('Foco Charlatán');
  const { post: talk } = await command('publishPost', { text: 'Hablemos' });
  for (const text of ['Uno', 'Dos', 'Tres']) await command('addComment', { postId: talk.id, text });
  await page.goto(`/p/${talk.id}`);
  await byKeys(page);
  const comment = (text: string) =>
    page.getByRole('group', { name: 'Comentario de Foco Charlatán' }).filter({ hasText: text });
  const remove = async (text: string) => {
    await comment(text).getByRole('button', { name: 'Eliminar comentario' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).press('Enter');
    await expect(comment(text)).toHaveCount(0);
  };
  await remove('Dos');
  await expect(comment('Tres').getByRole('link', { name: 'Foco Charlatán' })).toBeFocused();
  await remove('Tres');
  await expect(comment('Uno').getByRole('link', { name: 'Foco Charlatán' })).toBeFocused();
  await remove('Uno');
  await expect(page.getByRole('heading', { name: 'Publicación' })).toBeFocused();
});

test('a retry by keyboard leaves the focus on the heading, or on the tab of what it loads', async ({
  join,
}) => {
  const { page, command } = await join('Foco Terco');
  await command('publishPost', { text: 'Acá estoy' });
  const retry = async () => page.getByRole('main').getByRole('button', { name: 'Reintentar' }).press('Enter');
  await refuse(page, 'getSavedPosts', 'unavailable');
  await page.goto('/guardados');
  await byKeys(page);
  await mend(page, 'getSavedPosts');
  await retry();
  await expect(page.getByText('No guardaste publicaciones todavía.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Guardados/ })).toBeFocused();

  await refuse(page, 'getFeed', 'unavailable');
  await page.goto('/feed');
  await byKeys(page);
  await mend(page, 'getFeed');
  await retry();
  await expect(post(page, 'Acá estoy')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Siguiendo' })).toBeFocused();
});

test('a retry by keyboard that fails again gives the focus back to its button', async ({ join }) => {
  const { page } = await join('Foco Insistente');
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name: 'Reintentar' });
  for (const [path, call] of [
    ['/guardados', 'getSavedPosts'],
    ['/perfil', 'getProfile'],
    ['/club/banfield', 'getClub'],
  ] as const) {
    await refuse(page, call, 'unavailable');
    await page.goto(path);
    await byKeys(page);
    await button.press('Enter');
    await expect(button).toBeHidden();
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button).toBeHidden();
    await mend(page, call);
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

test('what a button of a form removes leaves the focus in the form', async ({ join }) => {
  const { page } = await join('Foco Prolijo');
  await page.goto('/feed');
  await byKeys(page);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await button('Enlace').press('Enter');
  await button('Quitar enlace').press('Enter');
  await expect(composer(page)).toBeFocused();
  await composer(page).fill('Lean https://ejemplo.com.ar/nota');
  await button('Usar ejemplo.com.ar como enlace').press('Enter');
  await expect(page.getByRole('textbox', { name: 'Enlace' })).toHaveValue('https://ejemplo.com.ar/nota');
  await expect(composer(page)).toBeFocused();
});

test('deciding a report by keyboard leaves the focus in that report', async ({ join }) => {
  const author = await join('Autor Del Reporte');
  const { post: newPost } = await author.command('publishPost', { text: 'Un reporte con el teclado' });
  const fan = await join('Quien Reporta');
  await fan.command('reportContent', { postId: newPost.id, reason: 'other' });
  const { page } = await makeAdmin(await join('Jueza Con Teclado'));
  await page.goto('/admin/reportes');
  const entry = page.getByRole('article').filter({ hasText: 'Un reporte con el teclado' });
  await expect(entry).toBeVisible();
  await byKeys(page);
  for (const step of ['Tomar', 'Sin medidas']) {
    const button = entry.getByRole('button', { name: step });
    await button.press('Enter');
    await expect(button).toHaveCount(0);
    await expect(entry.getByRole('link', { name: 'Autor Del Reporte' })).toBeFocused();
  }
});

test('a control that its own use removes leaves the focus on what came in its place', async ({ join }) => {
  const fan = await join('Foco Que Queda', { firstSteps: true });
  const { page, uid } = fan;
  const other = await join('Contesta Mucho');
  const { post: talk } = await fan.command('publishPost', { text: 'Hilo largo' });
  const { comment } = await other.command('addComment', { postId: talk.id, text: 'Raíz' });
  for (let n = 1; n <= 5; n++)
    await other.command('addComment', { postId: talk.id, text: `Respuesta ${n}`, replyTo: comment.id });
  await page.goto(`/p/${talk.id}`);
  await byKeys(page);
  await page.getByRole('button', { name: 'Ver 2 respuestas más' }).press('Enter');
  const fourth = page.getByRole('group', { name: /^Comentario de/ }).filter({ hasText: 'Respuesta 4' });
  await expect(fourth.getByRole('link', { name: 'Contesta Mucho' })).toBeFocused();

  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await page.goto('/feed');
  await byKeys(page);
  await page.getByRole('button', { name: 'Ahora no' }).press('Enter');
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Enlace', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Quitar enlace' }).press('Enter');
  await expect(composer(page)).toBeFocused();

  await inDatabase('UPDATE users SET public_reading = NULL WHERE uid = $1', [uid]);
  // The process caches profiles: any change of this one makes it read the profile again.
  await other.command('followUser', { targetUid: uid });
  await page.reload();
  await byKeys(page);
  await page.getByRole('button', { name: 'No, solo con cuenta' }).press('Enter');
  await expect(heading).toBeFocused();

  await page.goto('/club/banfield');
  await byKeys(page);
  await page.getByRole('button', { name: 'Es mi cuadro' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Es tu cuadro' })).toBeFocused();
});

/** True when some other part lies over the middle of the focused one. */
function isFocusHidden(): boolean {
  const element = document.activeElement!;
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top === null || !(element.contains(top) || top.contains(element));
}

test('on a low screen no bar lies over the focus, whichever way the keyboard leads', async ({ join }) => {
  const { page, publishMany } = await join('Foco A La Vista');
  await publishMany(4, 'Una');
  await page.setViewportSize({ width: 640, height: 360 });
  for (const [path, isReady] of [
    ['/clubes', page.getByRole('link', { name: /Banfield/ })],
    ['/perfil', post(page, 'Una 1')],
  ] as const) {
    await page.goto(path);
    await expect(isReady).toBeVisible();
    await byKeys(page);
    await page.getByRole('button', { name: 'Volver' }).focus();
    for (const key of [...Array<string>(16).fill('Tab'), ...Array<string>(12).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      await expect
        .poll(() => page.evaluate(isFocusHidden), { message: `${path}, ${key}`, timeout: 2000 })
        .toBe(false);
    }
  }
});

test('on a low screen the buttons of a dialog do not cover the focus', async ({ join }) => {
  const author = await join('Autora Reportada');
  const { page } = await join('Pantalla Baja');
  const { post: reported } = await author.command('publishPost', { text: 'Para reportar' });
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`/p/${reported.id}`);
  await page.getByRole('button', { name: /^Más opciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Reportar' }).click();
  const radios = page.getByRole('dialog').getByRole('radio');
  await radios.first().focus();
  for (let n = 1; n < (await radios.count()); n++) {
    await page.keyboard.press('ArrowDown');
    await expect(radios.nth(n)).toBeFocused();
    await expect.poll(() => page.evaluate(isFocusHidden), { message: `radio ${n}` }).toBe(false);
  }
});
