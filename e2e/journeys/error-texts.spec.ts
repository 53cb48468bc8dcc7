import { cutOff, mend, refuse, refusedCall } from '../harness/faults.ts';
import { composer, post, publish } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

test('an alert quotes the server’s reason within its own sentence', async ({ join }) => {
  const { page, command } = await join('Razones Varias');
  await command('publishPost', { text: 'La que está' });
  await page.goto('/feed');
  const alert = page.getByRole('alertdialog');
  const read = async () => {
    await page.keyboard.press('Escape');
    await expect(alert).toHaveCount(0);
  };

  await refuse(page, 'publishPost', 'resource-exhausted');
  await publish(page, 'Una de más');
  await expect(alert).toContainText('No se pudo publicar: demasiados intentos. Esperá un momento');
  await read();
  await expect(composer(page)).toHaveValue('Una de más');
  await mend(page, 'publishPost');
  // A proxy's error is not in Spanish, so it is not shown.
  await page.route('**/api/publishPost', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  );
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(alert).toContainText('No se pudo publicar: el servidor no responde');
  await read();

  await refuse(page, 'deletePost', 'permission-denied');
  await post(page, 'La que está').getByRole('button', { name: 'Opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await alert.getByRole('button', { name: 'Eliminar' }).click();
  await expect(alert).toContainText('No se pudo eliminar: no tenés permiso para hacer eso');
  await read();
  await expect(post(page, 'La que está')).toBeVisible();

  await refuse(page, 'editPost', 'unavailable');
  await post(page, 'La que está').getByRole('button', { name: 'Opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox', { name: 'Texto' }).fill('La que estaba');
  await editor.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(
    page.getByText(/^No se pudo guardar los cambios: el servicio no está disponible/),
  ).toBeVisible();
  await expect(editor.getByRole('textbox', { name: 'Texto' })).toHaveValue('La que estaba');
});

test('failed comments, votes and searches are reported', async ({ join }) => {
  const { page, command } = await join('Todo Falla');
  const { post: pollPost } = await command('publishPost', {
    text: '¿Quién gana?',
    poll: { options: ['Local', 'Visitante'], durationMinutes: 1440 },
  });
  await page.goto(`/p/${pollPost.id}`);
  await refuse(page, 'votePoll', 'internal');
  const option = page.getByRole('main').getByRole('button', { name: /Local/ });
  await option.click();
  await expect(page.getByText('No se pudo registrar tu voto.')).toBeVisible();
  await expect(option).toBeEnabled();
  await expect(option).not.toHaveAttribute('aria-pressed', 'true');
  const accept = page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' });
  if (await accept.isVisible()) await accept.click();

  await refuse(page, 'addComment', 'unavailable');
  const box = page.getByRole('textbox', { name: 'Escribí un comentario' });
  await box.fill('Gana el local');
  await box.press('Control+Enter');
  await expect(page.getByText('No se pudo publicar el comentario.')).toBeVisible();
  await expect(box).toHaveValue('Gana el local');

  await cutOff(page, 'searchUsers');
  await page.goto('/buscar?q=alguien');
  await expect(page.getByText('Error al buscar.')).toBeVisible({ timeout: 20_000 });
});

test('a missing index is also recognised by its message, and has no link without an address', async ({
  join,
}) => {
  const { page, publishMany } = await join('Índice Perdido');
  await publishMany(12, 'Desde las publicaciones');
  await page.route(/getFeed\?(?!.*source=posts)/, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal', message: 'Falta un índice para esta consulta.' } },
    }),
  );
  await page.goto('/feed');
  await expect(
    page.getByText("Falta índice compuesto (ownerUid + createdAt desc) para 'Siguiendo'.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Crear índice' })).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(post(page, /Desde las publicaciones 1(?!\d)/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('a failed link preview is silent', async ({ join }) => {
  const { page, command } = await join('Sin Vista Previa');
  await command('publishPost', { text: 'Con enlace', link: 'https://ole.com.ar/nota' });
  await refuse(page, 'linkPreview', 'unavailable');
  await page.goto('/feed');
  await expect(post(page, 'Con enlace').getByRole('link', { name: /ole\.com\.ar/ })).toBeVisible();
  await page.getByRole('button', { name: 'Enlace', exact: true }).click();
  const failedCall = page.waitForResponse('**/api/linkPreview?**');
  await page.getByRole('textbox', { name: 'Enlace' }).fill('https://tycsports.com/otra');
  await failedCall;
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
