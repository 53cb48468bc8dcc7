import type { Locator } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { inDatabase } from '../harness/database.ts';
import { mend, refuse, refusedCall } from '../harness/faults.ts';
import { expect, test } from '../harness/site.ts';

test.use({ viewport: { width: 360, height: 740 }, expectedErrors: [refusedCall] });

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

test('an argument: comments, replies, likes, an answer from the notifications, deletion', async ({
  join,
}) => {
  const ana = await join('Ana Discute');
  const beto = await join('Beto Contesta');
  const { post } = await ana.command('publishPost', { text: '¿Fue penal?' });
  const { page } = beto;
  await page.goto(`/p/${post.id}`);
  const box = page.getByRole('textbox', { name: 'Escribí un comentario' });
  await box.fill('Clarísimo');
  await page.reload();
  await expect(box).toHaveValue('Clarísimo');
  await box.press('Control+Enter');
  const own = page.getByRole('group', { name: 'Comentario de Beto Contesta' });
  await expect(own.first()).toContainText('Clarísimo');
  await expect(box).toHaveValue('');

  // Ana answers from her notifications.
  await ana.page.goto('/notificaciones');
  await press(ana.page.getByRole('button', { name: 'Responder a Beto Contesta' }).first());
  const answer = ana.page.getByRole('textbox', { name: 'Respondé a Beto Contesta' });
  await expect(answer).toBeFocused();
  await answer.fill('Ni ahí');
  await answer.press('Control+Enter');
  await expect(ana.page.getByText('Respuesta publicada.')).toBeVisible();
  await expect(ana.page.getByRole('main').getByText('Sin leer')).toHaveCount(0);
  await expectAccessible(ana.page);

  // The open page shows it without a reload.
  const theirs = page.getByRole('group', { name: 'Comentario de Ana Discute' });
  await expect(theirs).toContainText('Ni ahí', { timeout: 20_000 });
  const answerAna = theirs.getByRole('button', { name: 'Responder a Ana Discute' });
  await press(answerAna);
  const reply = page.getByRole('textbox', { name: 'Respondé a Ana Discute' });
  await expect(reply).toBeFocused();
  await reply.fill('Mirá la repetición');
  await page.reload();
  await press(answerAna);
  await expect(reply).toHaveValue('Mirá la repetición');
  await press(page.getByRole('button', { name: 'Responder', exact: true }));
  await expect(own.nth(1)).toContainText('Mirá la repetición');
  await expect(own.nth(1).getByRole('link', { name: /^@/ }).last()).toBeVisible();
  await expect(own.nth(1)).toContainText('en respuesta a @');

  // Ten quick taps settle on the last.
  const like = theirs.getByRole('button', { name: /^Me gusta el comentario, / });
  for (let i = 0; i < 9; i++) await press(like);
  await expect(like).toHaveAccessibleName('Me gusta el comentario, 1');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await ana.query('getComments', { postId: post.id })).items[1]?.likesCount)
    .toBe(1);
  await expectAccessible(page);

  // A deleted comment with replies leaves an empty place.
  await refuse(page, 'deleteComment', 'internal');
  const remove = async () => {
    await press(own.first().getByRole('button', { name: 'Eliminar comentario' }));
    await expect(
      page.getByText('¿Eliminar este comentario? Esta acción no se puede deshacer.'),
    ).toBeVisible();
    await page.keyboard.press('Tab');
    await press(page.getByRole('button', { name: 'Eliminar', exact: true }));
  };
  await remove();
  await expect(page.getByText('No se pudo eliminar el comentario.')).toBeVisible();
  await expect(own.first()).toContainText('Clarísimo');
  await mend(page, 'deleteComment');
  await remove();
  await expect(page.getByText('Comentario eliminado.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comentar, 2' })).toBeVisible();
});

test('a link to the 250th of 300 comments opens its thread on top', async ({ join }) => {
  const ana = await join('Ana Larga');
  const beto = await join('Beto Abajo');
  const { post } = await ana.command('publishPost', { text: 'Hilo' });
  const insert = (from: number, to: number) =>
    inDatabase(
      `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at)
       SELECT $1, uuidv7(), $2, 'Comentario ' || n, now(), now() FROM generate_series($3::int, $4::int) AS n`,
      [post.id, ana.uid, from, to],
    );
  await insert(1, 249);
  const { comment: root } = await beto.command('addComment', { postId: post.id, text: 'El 250' });
  await insert(251, 300);
  let last = root.id;
  for (const text of ['uno', 'dos', 'tres', 'cuatro', 'cinco'])
    ({
      comment: { id: last },
    } = await beto.command('addComment', { postId: post.id, text, replyTo: root.id }));
  const { page } = ana;
  await page.clock.install();
  await page.goto(`/p/${post.id}?comentario=${last}`);
  const target = page.getByRole('group', { name: 'Comentario de Beto Abajo' }).filter({ hasText: 'cinco' });
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  await expect(page.getByRole('listitem').filter({ hasText: 'El 250' }).first()).toContainText('tres');

  // An own reply stays although no loaded page has it, even after the page fetches new comments.
  const readAgain = async () => {
    const answer = page.waitForResponse(/getComments/);
    await page.clock.fastForward(10_000);
    await answer;
  };
  await press(target.getByRole('button', { name: 'Responder a Beto Abajo' }));
  await page.getByRole('textbox', { name: 'Respondé a Beto Abajo' }).fill('seis');
  await page.keyboard.press('Control+Enter');
  const own = page.getByRole('group', { name: 'Comentario de Ana Larga' });
  const expectOwn = async (text: string) => {
    await expect(own.filter({ hasText: text })).toHaveCount(1);
    await readAgain();
    await readAgain();
    await expect(own.filter({ hasText: text })).toHaveCount(1);
  };
  await expectOwn('seis');
  await beto.command('deleteComment', { postId: post.id, commentId: last });
  await readAgain();
  await expect(target).toHaveCount(0);

  await page.goto(`/p/${post.id}`);
  await expect(page.getByText('Comentario 1', { exact: true })).toBeAttached();
  await page.getByRole('textbox', { name: 'Escribí un comentario' }).fill('siete');
  await page.keyboard.press('Control+Enter');
  await expectOwn('siete');
  await expect(page.getByRole('button', { name: 'Comentar, 7' })).toBeVisible();
});

test('an author limits who comments and quotes', async ({ join }) => {
  const ana = await join('Ana Elige');
  const beto = await join('Beto Afuera');
  const { page } = ana;
  await page.goto('/feed');
  await page.getByRole('textbox', { name: '¿Qué se dice en el tablón?' }).fill('Solo miro');
  await press(page.getByRole('button', { name: 'Quiénes pueden comentar' }));
  await page.getByRole('radio', { name: 'Nadie' }).check();
  await page.getByRole('checkbox', { name: 'Permitir que me citen' }).uncheck();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const own = page.getByRole('article').filter({ hasText: 'Solo miro' });
  await expect(own.getByRole('button', { name: 'Opciones' })).toBeVisible();
  const { items } = await ana.query('getFeed', { tab: 'siguiendo' });
  const { id } = items.find(({ text }) => text === 'Solo miro')!;

  await beto.page.goto(`/p/${id}`);
  await expect(beto.page.getByText('Quien publicó eligió quién puede comentar.')).toBeVisible();
  await expect(beto.page.getByRole('textbox', { name: 'Escribí un comentario' })).toHaveCount(0);
  const quote = beto.page.getByRole('button', { name: 'Citar' });
  await expect(quote).toBeDisabled();
  await expect(quote).toHaveAccessibleDescription('Quien publicó eligió que no se cite esta publicación.');
  await expectAccessible(beto.page);

  await press(own.getByRole('button', { name: 'Opciones' }));
  await page.getByRole('menuitem', { name: 'Quiénes pueden comentar' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quiénes pueden comentar' });
  await expect(dialog.getByRole('radio', { name: 'Nadie' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Todos' }).check();
  await dialog.getByRole('checkbox', { name: 'Permitir que me citen' }).check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect
    .poll(async () => (await beto.query('getPost', { postId: id })).post.viewer.mayComment ?? true)
    .toBe(true);
  await beto.page.reload();
  await expect(beto.page.getByRole('textbox', { name: 'Escribí un comentario' })).toBeVisible();
  await expect(beto.page.getByRole('button', { name: 'Citar' })).toBeEnabled();
});

test('a comment stays, to be copied or discarded, when its post is deleted while it is typed', async ({
  join,
}) => {
  const ana = await join('Ana Borra');
  const { page } = await join('Beto Escribe');
  const { post } = await ana.command('publishPost', { text: 'Esto no queda' });
  await page.goto(`/p/${post.id}`);
  const box = page.getByRole('textbox', { name: 'Escribí un comentario' });
  await box.pressSequentially('Lo pensé');
  await ana.command('deletePost', { postId: post.id });
  await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
  await page.keyboard.type(' mucho');
  await expect(box).toHaveValue('Lo pensé');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(box).toHaveCount(0);
});
