import { Person, uniqueEmail } from '../harness/person.ts';
import { composer, likeButton, post, publish, register } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test('a fan registers and publishes; another follows, sees it under Siguiendo, likes and comments', async ({
  page: marta,
  visitor,
}) => {
  const raul = await visitor();
  const text = `¡Se viene la fecha en el Bajo! ${crypto.randomUUID()}`;

  await marta.goto('/registrar');
  await register(marta, { name: 'Marta Quiroga', email: uniqueEmail(), password: Person.password });
  await expect(marta).toHaveURL('/editar');
  await marta.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(marta).toHaveURL('/feed');
  await publish(marta, text);
  await expect(post(marta, text)).toBeVisible();
  await expect(composer(marta)).toHaveValue('');
  await post(marta, text).getByRole('link', { name: 'Marta Quiroga' }).first().click();
  await expect(marta).toHaveURL(/\/perfil/);
  const session = (await (await marta.request.get('/api/getSession')).json()) as { user: { uid: string } };
  const profile = `/perfil/${session.user.uid}`;

  await raul.goto(profile);
  await expect(raul.getByText('Estás leyendo Tablón sin cuenta.')).toBeVisible();
  await raul.getByRole('link', { name: 'Crear cuenta' }).click();
  await expect(
    raul.getByText('Lo que publicás lo puede leer cualquiera; lo cambiás cuando quieras en Cuenta.'),
  ).toBeVisible();
  await register(raul, { name: 'Raúl Benegas', email: uniqueEmail(), password: Person.password });
  await expect(raul).toHaveURL('/editar');
  await raul.getByRole('link', { name: 'Volver a lo que estabas leyendo' }).click();
  const column = raul.getByRole('main');
  await expect(column.getByRole('heading', { level: 1, name: 'Marta Quiroga' })).toBeVisible();
  await column.getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(column.getByRole('button', { name: 'Siguiendo', exact: true })).toBeVisible();

  await raul.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(raul.getByRole('tab', { name: 'Siguiendo' })).toHaveAttribute('aria-selected', 'true');
  const card = post(raul, text);
  await expect(card).toBeVisible();
  await likeButton(card).click();
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton(card)).toHaveAccessibleName('Me gusta, 1');

  await card.getByRole('button', { name: /^Comentar/ }).click();
  await expect(raul).toHaveURL(/\/p\/[\w-]+$/);
  const box = raul.getByRole('textbox', { name: 'Escribí un comentario' });
  await expect(box).toBeFocused();
  await box.fill('¡Ahí estamos!');
  await raul.getByRole('main').getByRole('button', { name: 'Comentar', exact: true }).last().click();
  await expect(raul.getByText('¡Ahí estamos!')).toBeVisible();
  await expect(box).toHaveValue('');

  await marta.goto(new URL(raul.url()).pathname);
  await expect(marta.getByText('¡Ahí estamos!')).toBeVisible();
  await expect(likeButton(post(marta, text))).toHaveAccessibleName('Me gusta, 1');
  await expect(likeButton(post(marta, text))).toHaveAttribute('aria-pressed', 'false');
});
