import type { Locator, Page } from '@playwright/test';

import { clip, picture } from '../harness/pictures.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Atajos de teclado' });

/** The chunk with the keys is loaded after the first posts. */
async function waitForKeys(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(list(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
}

test('keys lead through the posts and press their buttons', async ({ join }) => {
  const fan = await join('Manos Rápidas');
  const { page, command } = fan;
  for (const text of ['La tercera', 'La segunda', 'La primera']) await command('publishPost', { text });
  await page.goto('/feed');
  await expect(post(page, 'La primera')).toBeVisible();
  await waitForKeys(page);

  await page.keyboard.press('j');
  await expect(post(page, 'La primera')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const second = post(page, 'La segunda');
  await expect(second).toBeFocused();
  for (const [key, name] of [
    ['l', 'Me gusta, 1'],
    ['r', 'Repost, 1'],
    ['g', 'Guardar'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(second.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  }
  // The second half of 'g s' does not undo the first.
  await page.keyboard.press('s');
  await expect(second.getByRole('button', { name: 'Guardar' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('q');
  const quote = page.getByRole('dialog', { name: 'Citar' });
  await expect(quote.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('jlrgq?/');
  await expect(quote.getByRole('textbox')).toHaveValue('jlrgq?/');
  await page.keyboard.press('Escape');
  await expect(second).toBeFocused();
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/p\//);
  const box = page.getByRole('textbox', { name: 'Escribí un comentario' });
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  await page.keyboard.press('j');
  await expect(box).toHaveValue('j');
  await box.fill('');
  await box.blur();
  await page.keyboard.press('l');
  await expect(post(page, 'La segunda').getByRole('button', { name: /^Me gusta/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.keyboard.press('n');
  const sheet = page.getByRole('dialog', { name: 'Nueva publicación' });
  await expect(sheet.getByRole('textbox').first()).toBeFocused();
  await expect(sheet.getByRole('textbox').first()).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar gente' })).toBeFocused();
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page).toHaveURL('/buscar');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('keys do nothing with a modifier, over a dialog, or when /cuenta turns them off', async ({ join }) => {
  const { page, command } = await join('Sin Atajos');
  await command('publishPost', { text: 'Quieta' });
  await page.goto('/feed');
  const like = post(page, 'Quieta').getByRole('button', { name: /^Me gusta/ });
  await expect(like).toBeVisible();
  await waitForKeys(page);
  await page.keyboard.press('j');
  await expect(post(page, 'Quieta')).toBeFocused();
  await page.keyboard.press('Control+l');
  await page.keyboard.press('?');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('l');
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(like).toHaveAttribute('aria-pressed', 'false');

  await page.goto('/cuenta');
  const setting = page.getByRole('checkbox', { name: 'Atajos de teclado' });
  // Until the preferences are read it stands unchecked.
  await expect(setting).toBeChecked();
  const answer = page.waitForResponse('**/api/setPreferences');
  await setting.uncheck();
  await answer;
  await page.goto('/feed');
  await expect(like).toBeVisible();
  await post(page, 'Quieta').focus();
  // The chunk with the keys also sets the tab stops: it is loaded.
  await expect(async () => {
    await post(page, 'Quieta').focus();
    await page.keyboard.press('Tab');
    await expect(post(page, 'Quieta').getByRole('button', { name: 'Opciones' })).toBeFocused({
      timeout: 200,
    });
  }).toPass();
  await page.keyboard.press('l');
  await page.keyboard.press('?');
  await expect(list(page)).toHaveCount(0);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('a post is three Tab stops, arrows reach the rest, and PageDown the next post', async ({ join }) => {
  const author = await join('Tres Paradas');
  const { page, command } = await join('Con El Tabulador');
  await command('followUser', { targetUid: author.uid });
  await author.command('publishPost', { text: 'Abajo' });
  const poll = { options: ['River', 'Boca'], durationMinutes: 1440 as const };
  await author.command('publishPost', { text: 'Miren https://ole.com.ar/nota', link: 'afa.com.ar', poll });
  await page.goto('/feed');
  const card = post(page, 'Miren');
  await expect(card.getByRole('button', { name: /River/ })).toBeVisible();
  await waitForKeys(page);

  await card.focus();
  const more = card.getByRole('button', { name: 'Más opciones de Tres Paradas' });
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: /^Comentar/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('button', { name: /^Repost/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(post(page, 'Abajo')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(card.getByRole('button', { name: /^Repost/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(more).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('link', { name: 'ole.com.ar/nota' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('button', { name: /River/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: /River\s*100%/ })).toHaveAttribute('aria-pressed', 'true');

  await card.focus();
  await page.keyboard.press('PageDown');
  await expect(post(page, 'Abajo')).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(card).toBeFocused();
});

test('arrow keys reach the button of a video and its description, before it plays and after', async ({
  join,
}) => {
  const author = await join('Filma Todo');
  const { page, command } = await join('Mira A Teclas');
  await command('followUser', { targetUid: author.uid });
  const { key } = await author.upload(await clip(), 'video/webm');
  await author.command('publishPost', { text: 'Golazo', attachments: [{ key, alt: 'Un gol de chilena' }] });
  await page.goto('/feed');
  const card = post(page, 'Golazo');
  const start = card.getByRole('button', { name: /^Reproducir: / });
  await expect(start).toBeVisible();
  await waitForKeys(page);
  const more = card.getByRole('button', { name: 'Más opciones de Filma Todo' });
  const description = card.getByRole('button', { name: 'Ver descripción del video' });
  const video = card.locator('video');
  const press = async (key: string, focused: Locator) => {
    await page.keyboard.press(key);
    await expect(focused).toBeFocused();
  };

  await card.focus();
  await press('Tab', more);
  await press('ArrowRight', start);
  await press('ArrowRight', description);
  await press('ArrowLeft', start);
  await press('Enter', video);
  await press('Shift+Tab', more);
  await press('ArrowRight', description);
  await press('ArrowLeft', more);
  await press('Tab', video);
});

test('the item of a menu that a key reaches has the focus ring', async ({ join }) => {
  const { page, command } = await join('Menú A Teclas');
  await command('publishPost', { text: 'Con menú' });
  await page.goto('/perfil');
  await post(page, 'Con menú').getByRole('button', { name: 'Opciones', exact: true }).press('Enter');
  const outline = (item: string) =>
    page
      .getByRole('menuitem', { name: item, exact: true })
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await expect(page.getByRole('menuitem', { name: 'Editar', exact: true })).toBeFocused();
  expect(await outline('Editar')).toBe('solid');
  await page.keyboard.press('ArrowDown');
  expect([await outline('Editar'), await outline('Advertencia')]).toEqual(['none', 'solid']);
});

test('in the viewer of a post’s pictures Tab reaches its buttons', async ({ join }) => {
  const { page, command, upload } = await join('Dos Fotos');
  const keys = [
    await upload(await picture(300, 200), 'image/jpeg'),
    await upload(await picture(200, 300), 'image/jpeg'),
  ];
  await command('publishPost', { text: 'Dos', attachments: keys.map(({ key }) => ({ key })) });
  await page.goto('/feed');
  const image = post(page, 'Dos').getByRole('button', { name: 'Imagen 1 de 2, sin descripción' });
  await expect(image).toBeVisible();
  await waitForKeys(page);
  await image.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Imagen 1 de 2' });
  const button = (name: string) => viewer.getByRole('button', { name, exact: true });
  await expect(button('Cerrar')).toBeFocused();
  for (const name of ['Ampliar', 'Imagen anterior', 'Imagen siguiente', 'Cerrar']) {
    await page.keyboard.press('Tab');
    await expect(button(name)).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(image).toBeFocused();
});

test('the ring of the composer is a hairline for the pointer and amber from the keyboard', async ({
  join,
}) => {
  const { page } = await join('Anillo Claro');
  await page.goto('/feed');
  await waitForKeys(page);
  const ring = () =>
    composer(page).evaluate((box) => {
      const { outlineWidth, outlineColor } = getComputedStyle(box.closest('form')!);
      return { outlineWidth, outlineColor, own: getComputedStyle(box).outlineStyle };
    });
  await composer(page).click();
  await page.keyboard.type('hola');
  expect(await ring()).toEqual({ outlineWidth: '1px', outlineColor: 'rgb(86, 187, 245)', own: 'none' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(composer(page)).toBeFocused();
  expect(await ring()).toEqual({ outlineWidth: '2px', outlineColor: 'rgb(252, 200, 94)', own: 'none' });
});

test('with reduced motion nothing in the feed moves for more than 80 ms', async ({ join }) => {
  const { page, command } = await join('Sin Mareos');
  await command('publishPost', { text: 'Quietita', poll: { options: ['Sí', 'No'], durationMinutes: 1440 } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/feed');
  await expect(post(page, 'Quietita').getByRole('button', { name: /^Sí/ })).toBeVisible();
  const longest = await page.evaluate(() => {
    const times = [...document.querySelectorAll('*')].flatMap((element) => {
      const styles = [null, '::before', '::after'].map((part) => getComputedStyle(element, part));
      return styles.flatMap(({ transitionDuration, animationName, animationDuration }) =>
        (animationName === 'none' ? transitionDuration : `${transitionDuration},${animationDuration}`).split(
          ',',
        ),
      );
    });
    return Math.max(...times.map((time) => Number.parseFloat(time)));
  });
  expect(longest).toBeLessThanOrEqual(0.08);
});
