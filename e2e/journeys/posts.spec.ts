import { cutOff, hold, mend, refusedCall } from '../harness/faults.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test('Publicar requires a text or a link; a link gets its preview', async ({ join }) => {
  const { page } = await join('Nico Varela');
  await page.goto('/feed');
  const publish = page.getByRole('button', { name: 'Publicar', exact: true });
  await expect(publish).toBeDisabled();
  await composer(page).fill('  \n ');
  await expect(publish).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article')).toHaveCount(0);

  await page.getByRole('button', { name: 'Enlace', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Enlace' });
  await link.fill('javascript:alert(1)');
  await expect(publish).toBeDisabled();
  await link.fill('ole.com.ar/river');
  await expect(publish).toBeEnabled();
  await link.press('Control+Enter');
  const card = page.getByRole('article').getByRole('link', { name: /ole\.com\.ar/ });
  await expect(card).toHaveAttribute('href', 'https://ole.com.ar/river');
  await expect(card).toHaveAttribute('target', '_blank');
  await expect(card).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false');

  await composer(page).fill('x'.repeat(1801));
  await expect(page.getByText(/199|1801/).first()).toBeVisible();
  await composer(page).fill('Con el teclado');
  await composer(page).press('Control+Enter');
  await expect(post(page, 'Con el teclado')).toBeVisible();
});

test('the focus stays in a post while it is published, and in the posts below it', async ({ join }) => {
  const { page, command } = await join('Tecla Firme');
  await command('publishPost', { text: 'La de antes' });
  await page.goto('/feed');
  const earlier = post(page, 'La de antes');
  await expect(earlier).toBeVisible();
  const publishHeld = async (text: string) => {
    const release = await hold(page, 'publishPost');
    await composer(page).fill(text);
    await composer(page).press('Control+Enter');
    await expect(post(page, text)).toHaveAttribute('aria-busy', 'true');
    return async () => {
      release();
      await mend(page, 'publishPost');
      await expect(post(page, text)).toHaveAttribute('aria-busy', 'false');
    };
  };

  const finishFirst = await publishHeld('Ya sale #vamos');
  const topic = post(page, 'Ya sale').getByRole('link', { name: '#vamos' });
  await topic.focus();
  await finishFirst();
  await expect(topic).toBeFocused();

  const finishSecond = await publishHeld('Y otra más');
  await earlier.focus();
  await finishSecond();
  await expect(earlier).toBeFocused();
  await expect(page.getByRole('article')).toHaveText([/Y otra más/, /Ya sale/, /La de antes/]);
});

test('a long text that a turned phone cuts gets its button, and loses it when turned back', async ({
  join,
}) => {
  const { page, command } = await join('Pantalla Girada');
  await command('publishPost', { text: 'palabra '.repeat(70) });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/feed');
  const more = post(page, 'palabra').getByRole('button', { name: 'Ver más' });
  await expect(post(page, 'palabra')).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(more).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(more).toHaveCount(0);
});

test('a draft survives a reload', async ({ join }) => {
  const { page } = await join('Vicky Salas');
  await page.goto('/feed');
  await composer(page).fill('A medio escribir');
  await page.reload();
  await expect(composer(page)).toHaveValue('A medio escribir');
});

test('deleting asks first and removes the post everywhere', async ({ join }) => {
  const author = await join('Chiche Peralta');
  await author.command('publishPost', { text: 'Me arrepentí' });
  const reader = await join('Toto Arias');
  await reader.command('followUser', { targetUid: author.uid });
  await reader.page.goto('/feed');
  await expect(post(reader.page, 'Me arrepentí')).toBeVisible();
  await expect(reader.page.getByRole('button', { name: 'Opciones', exact: true })).toHaveCount(0);

  const { page } = author;
  await page.goto('/feed');
  const options = post(page, 'Me arrepentí').getByRole('button', { name: 'Opciones', exact: true });
  const open = async () => {
    await options.click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  };
  // The menu is loaded on first use; closing still returns the focus.
  await options.click();
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(options).toBeFocused();

  const dialog = page.getByRole('alertdialog');
  await open();
  await expect(dialog).toContainText('Eliminar este post? Esta acción no se puede deshacer.');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(post(page, 'Me arrepentí')).toBeVisible();
  await open();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(post(page, 'Me arrepentí')).toBeVisible();
  await open();
  // The author's page drops the post before the answer, other pages only after it.
  const answer = page.waitForResponse('**/api/deletePost');
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(post(page, 'Me arrepentí')).toHaveCount(0);
  await answer;

  await reader.page.reload();
  await expect(reader.page.getByRole('tab', { name: 'Siguiendo' })).toBeVisible();
  await expect(post(reader.page, 'Me arrepentí')).toHaveCount(0);
});

test.describe('when a call fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a post whose deletion fails returns', async ({ join }) => {
    const { page, command } = await join('Pocho Insúa');
    await command('publishPost', { text: 'Sigo acá' });
    await page.goto('/feed');
    await cutOff(page, 'deletePost');
    await post(page, 'Sigo acá').getByRole('button', { name: 'Opciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('No se pudo eliminar: sin conexión')).toBeVisible();
    await page.getByRole('button', { name: 'Aceptar' }).click();
    await expect(post(page, 'Sigo acá')).toBeVisible();
  });

  test('a failed comment keeps its text', async ({ join }) => {
    const { page, command } = await join('Gloria Paz');
    const { post: newPost } = await command('publishPost', { text: 'Opinen' });
    await page.goto(`/p/${newPost.id}`);
    const box = page.getByRole('textbox', { name: 'Escribí un comentario' });
    const send = page.getByRole('main').getByRole('button', { name: 'Comentar', exact: true }).last();
    await box.fill('   ');
    await expect(send).toBeDisabled();
    await cutOff(page, 'addComment');
    await box.fill('Era penal');
    await box.press('Control+Enter');
    await expect(page.getByText('No se pudo publicar el comentario.')).toBeVisible();
    await expect(box).toHaveValue('Era penal');
    await mend(page, 'addComment');
    await box.press('Control+Enter');
    await expect(box).toHaveValue('');
    await expect(page.getByText('Era penal')).toHaveCount(1);
    await page.reload();
    await expect(page.getByText('Era penal')).toHaveCount(1);
  });

  test('a missing or deleted post and a missing profile are reported', async ({ join }) => {
    const { page, command } = await join('Perdido Total');
    const { post: deletedPost } = await command('publishPost', { text: 'Duró poco' });
    await command('deletePost', { postId: deletedPost.id });
    await page.goto(`/p/${deletedPost.id}`);
    await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
    await page.goto('/p/no-existe');
    await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
    await page.goto('/perfil/no-existe');
    await expect(page.getByText('No se encontró el perfil.')).toBeVisible();
  });
});
