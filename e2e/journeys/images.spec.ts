import type { Locator } from '@playwright/test';

import { filmOf } from '../../server/test/films.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { attachedFile, chooseFile, publishButton } from '../harness/composing.ts';
import { picture } from '../harness/pictures.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';
import { touches } from '../harness/touches.ts';

test.use({ viewport: { width: 360, height: 740 } });

const jpeg = async (name: string, width: number, height: number) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await picture(width, height),
});

test('four pictures are described, ordered, kept over a reload, published, seen and described again, by keyboard', async ({
  join,
}) => {
  const fan = await join('Cuatro Fotos');
  const { page, query } = fan;
  await page.goto('/feed');
  const sizes = [100, 200, 300, 400];
  await chooseFile(page, await Promise.all(sizes.map((side) => jpeg(`f${side}`, side, side / 2))));
  await expect(attachedFile(page)).toHaveText(Array(4).fill(/Imagen lista/));
  await expect(page.getByText('Sin descripción')).toHaveCount(4);
  await chooseFile(page, await jpeg('quinta', 50, 50));
  await expect(page.getByText('Hasta 4 imágenes por publicación.')).toBeVisible();
  await expect(attachedFile(page)).toHaveCount(4);
  await expectAccessible(page, 'four pictures in the composer', 'main');
  for (const name of ['Quitar imagen 1', 'Mover imagen 2 antes', 'Mover imagen 1 después']) {
    expect(await targetSize(page.getByRole('button', { name })), name).toBeGreaterThanOrEqual(44);
  }

  await page.getByRole('button', { name: 'Describir imagen 1' }).press('Enter');
  const describing = page.getByRole('dialog', { name: 'Descripción de la imagen' });
  await expect(describing.getByRole('textbox', { name: 'Contale a quien no la ve' })).toBeFocused();
  const emoji = '⚽'.repeat(50) + '😀'.repeat(50);
  await page.keyboard.insertText('a'.repeat(1400) + emoji);
  await expect(describing).toContainText('1500/1500');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.insertText('no entra');
  await expect(describing.getByRole('textbox')).toHaveValue('a'.repeat(1400) + emoji);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('La más chica');
  await expect(describing).toContainText('12/1500');
  await expectAccessible(page, 'the description');
  await describing.getByRole('button', { name: 'Listo' }).press('Enter');
  await expect(describing).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Describir imagen 1' })).toBeFocused();
  // Moved to the end, the picture keeps the focus on its buttons.
  await page.getByRole('button', { name: 'Mover imagen 1 después' }).press('Enter');
  await page.getByRole('button', { name: 'Mover imagen 2 después' }).press('Enter');
  await page.getByRole('button', { name: 'Mover imagen 3 después' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Mover imagen 4 antes' })).toBeFocused();
  await expect(attachedFile(page).nth(3)).toContainText('La más chica');
  await page.getByRole('button', { name: 'Quitar imagen 2' }).press('Enter');
  await expect(attachedFile(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Quitar imagen 2' })).toBeFocused();
  await chooseFile(page, await jpeg('f500', 500, 250));
  await expect(attachedFile(page)).toHaveText(Array(4).fill(/Imagen lista/));

  await page.reload();
  await expect(attachedFile(page)).toHaveText(Array(4).fill(/Imagen lista/));
  await expect(attachedFile(page).nth(2)).toContainText('La más chica');
  await composer(page).fill('La tarde entera');
  await publishButton(page).press('Enter');
  const newest = async () => (await query('getFeed', { tab: 'siguiendo' })).items[0]?.attachments;
  await expect
    .poll(newest)
    .toMatchObject([{ width: 200 }, { width: 400 }, { width: 100, alt: 'La más chica' }, { width: 500 }]);
  const card = post(page, 'La tarde entera');
  const images = card.getByRole('button', { name: /^(?:Imagen \d de 4, sin descripción|La más chica)$/ });
  await expect(images).toHaveCount(4);
  const boxes = await images.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  expect((boxes[3].right - boxes[0].left) / (boxes[3].bottom - boxes[0].top)).toBeCloseTo(16 / 9, 1);
  expect(boxes[1].left - boxes[0].right).toBeCloseTo(2, 0);
  await expectAccessible(page, 'a grid of pictures', 'main');

  await images.nth(1).press('Enter');
  const viewer = (n: number) => page.getByRole('dialog', { name: `Imagen ${n} de 4` });
  await expect(viewer(2)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer(3).getByRole('img', { name: 'La más chica' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer(4)).toBeVisible();
  await expectAccessible(page, 'the viewer of several pictures');
  await page.keyboard.press('Escape');
  await expect(images.nth(1)).toBeFocused();
  const badge = card.getByRole('button', { name: 'Ver descripción de la imagen 3' });
  expect((await badge.boundingBox())!.height).toBeGreaterThanOrEqual(24);
  await badge.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Descripción de la imagen' })).toContainText('La más chica');
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Opciones', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Editar' }).press('Enter');
  await page.getByRole('button', { name: 'Describir imagen 4' }).press('Enter');
  await page.keyboard.type('La más grande');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  await expect(card.getByRole('button', { name: 'La más grande' })).toBeVisible();
  await expect(card).not.toContainText('ditado');
  expect(await newest()).toMatchObject([{}, {}, { alt: 'La más chica' }, { alt: 'La más grande' }]);
});

test('a video and pictures exclude each other, and whoever wants it is asked for descriptions', async ({
  join,
}) => {
  const fan = await join('Pregunten Antes');
  const { page, query } = fan;
  await page.goto('/editar');
  await page.getByRole('checkbox', { name: 'Preguntarme antes de publicar sin descripción' }).check();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  await page.goto('/feed');
  const video = { name: 'gol.mp4', mimeType: 'video/mp4', buffer: filmOf(2000) };
  await chooseFile(page, [await jpeg('a', 60, 40), await jpeg('b', 40, 60)]);
  await expect(attachedFile(page)).toHaveCount(2);
  const question = (name: string) => page.getByRole('alertdialog', { name });
  const replace = question('¿Reemplazar las imágenes por el video?');
  await chooseFile(page, video);
  await replace.getByRole('button', { name: 'Cancelar' }).click();
  await expect(attachedFile(page)).toHaveCount(2);
  await chooseFile(page, video);
  await replace.getByRole('button', { name: 'Reemplazar' }).click();
  await expect(page.getByRole('group', { name: 'Video' })).toBeVisible();
  const back = question('¿Reemplazar el video por la imagen?');
  await chooseFile(page, [await jpeg('c', 70, 70), await jpeg('d', 80, 80)]);
  await back.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText(/^Preparando/)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Video' })).toBeVisible();
  await chooseFile(page, await jpeg('c', 70, 70));
  await back.getByRole('button', { name: 'Reemplazar' }).click();
  await expect(attachedFile(page)).toHaveText([/Imagen lista/]);

  await publishButton(page).click();
  const missing = question('Falta describir 1 imagen');
  await expectAccessible(page, 'the question');
  await missing.getByRole('button', { name: 'Describir' }).click();
  await page.getByRole('textbox', { name: 'Contale a quien no la ve' }).fill('Verde');
  await page.getByRole('button', { name: 'Listo' }).click();
  await publishButton(page).click();
  const newest = async () => (await query('getFeed', { tab: 'siguiendo' })).items[0]?.attachments;
  await expect.poll(newest).toMatchObject([{ width: 70, alt: 'Verde' }]);

  await chooseFile(page, [await jpeg('d', 80, 80), await jpeg('e', 90, 90)]);
  await expect(attachedFile(page)).toHaveText(Array(2).fill(/Imagen lista/));
  await publishButton(page).click();
  await question('Falta describir 2 imágenes').getByRole('button', { name: 'Publicar así' }).click();
  await expect.poll(newest).toMatchObject([{ width: 80 }, { width: 90 }]);
  await page.getByRole('button', { name: 'Imagen 1 de 2, sin descripción' }).click();
  const viewer = (n: number) => page.getByRole('dialog', { name: `Imagen ${n} de 2` });
  await expect(viewer(1).getByRole('img')).toBeVisible();
  const touch = await touches(page);
  for (const [from, to, n] of [
    [250, 60, 2],
    [60, 250, 1],
  ] as const) {
    await touch('touchStart', [from, 200]);
    await touch('touchMove', [(from + to) / 2, 210]);
    await touch('touchMove', [to, 210]);
    await touch('touchEnd');
    await expect(viewer(n)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.goto(`/perfil/${fan.uid}`);
  await page.getByRole('tab', { name: 'Media' }).click();
  await expect(page.getByRole('link', { name: 'Imagen y 1 imagen más' })).toContainText('+1');
});

/** The smaller side, in CSS px, of the area in which a touch reaches the element. */
function targetSize(element: Locator): Promise<number> {
  return element.evaluate((target) => {
    target.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const reach = (x: number, y: number) => {
      const isMine = (n: number) =>
        target.contains(document.elementFromPoint(left + width / 2 + x * n, top + height / 2 + y * n));
      let n = 0;
      while (n < 100 && isMine(n + 0.5)) n += 1;
      return n;
    };
    return Math.min(reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1));
  });
}
