import { expectAccessible } from '../harness/accessible.ts';
import { makeAdmin } from '../harness/administration.ts';
import { waitForEvents } from '../harness/live.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const unique = () => crypto.randomUUID().replaceAll('-', '').slice(0, 10);

test('a topic in a post leads to its page, which offers new posts and a draft with the topic', async ({
  join,
}) => {
  const key = `superclasico${unique()}`;
  const display = key.replace('superclasico', 'SuperClásico');
  const [reader, author] = [await join('Lee Temas'), await join('Escribe Temas')];
  const { page } = reader;
  await reader.command('followUsers', { uids: [author.uid] });
  const { post: first } = await author.command('publishPost', { text: `Vamos #${display}, vamos` });
  await page.setViewportSize({ width: 360, height: 740 });
  const stream = waitForEvents(page);
  await page.goto(`/p/${first.id}`);
  await stream;

  const link = page.getByRole('main').getByRole('link', { name: `#${display}`, exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/tema/${key}`);
  const heading = page.getByRole('heading', { name: `#${display}`, level: 1 });
  // `innerText` is as shown: styles may change the case of letters.
  expect(await heading.evaluate((element: HTMLElement) => element.innerText)).toBe(`#${display}`);
  await expect(page.getByText('1 publicación de 1 persona en 7 días')).toBeVisible();
  await expect(post(page, 'vamos')).toHaveCount(1);
  await expectAccessible(page, 'a topic');

  await author.command('publishPost', { text: `Otra de #${key}` });
  await page.getByRole('button', { name: 'Ver 1 publicación nueva' }).click();
  await expect(post(page, `Otra de #${key}`)).toBeVisible();
  await expect(page.getByText('2 publicaciones de 1 persona en 7 días')).toBeVisible();

  await page.getByRole('button', { name: `Escribir sobre #${display}` }).click();
  const sheet = page.getByRole('dialog');
  const box = sheet.getByRole('textbox', { name: '¿Qué se dice en el tablón?' });
  await expect(box).toHaveValue(`#${display} `);
  await expect(box).toBeFocused();
  await page.keyboard.type('Qué noche');
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(post(page, 'Qué noche')).toBeVisible();

  await page.goto(`/tema/Nadie${key}`);
  await expect(page).toHaveURL(`/tema/nadie${key}`);
  await expect(page.getByText(`Todavía no hay publicaciones con #nadie${key}.`)).toBeVisible();
});

test('a topic is completed while typing, and an admin can hide it', async ({ join }) => {
  const stem = `tribuna${unique()}`;
  const display = stem.replace('tribuna', 'TriBuna');
  const [author, reader, admin] = [await join('Completa'), await join('Lectora'), await join('Jefa')];
  await makeAdmin(admin);
  await author.command('publishPost', { text: `Aguante #${display}` });
  await expect.poll(async () => (await author.query('getTag', { tag: stem })).people7d).toBe(1);

  const { page } = author;
  const options = page.getByRole('listbox', { name: 'Temas' }).getByRole('option');
  await page.goto('/feed');
  const box = composer(page);
  await box.pressSequentially(`Hoy #${stem.slice(0, -2)}`, { delay: 5 });
  await expect(options).toHaveText([new RegExp(`#${display}\\s*1 persona`)]);
  await expectAccessible(page, 'topics to complete', '[role=listbox]');
  await box.press('Enter');
  await expect(box).toHaveValue(`Hoy #${display} `);
  // The topic stays as typed.
  await box.pressSequentially(`y #${stem}`);
  await expect(options).toHaveCount(0);
  await box.press('Control+Enter');
  await expect(post(page, `Hoy #${display} y #${stem}`)).toBeVisible();

  await admin.page.goto(`/tema/${stem}`);
  await admin.page.getByRole('button', { name: 'Ocultar tema' }).click();
  await expect(admin.page.getByRole('button', { name: 'Mostrar tema' })).toBeVisible();
  await expectAccessible(admin.page, 'a topic for admins');
  await reader.page.goto(`/tema/${stem}`);
  await expect(post(reader.page, `Aguante #${display}`)).toBeVisible();
  await expect(reader.page.getByRole('button', { name: /tema$/ })).toHaveCount(0);
  await admin.page.goto('/admin');
  await admin.page.getByRole('tab', { name: 'Registro' }).click();
  await expect(admin.page.getByText(`#${display}`).first()).toBeVisible();
});
