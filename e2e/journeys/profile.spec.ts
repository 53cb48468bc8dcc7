import { mend, refuse, refusedCall } from '../harness/faults.ts';
import { clip, picture } from '../harness/pictures.ts';
import { post, scrollTo } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const tabNames = ['Publicaciones', 'Media', 'Seguidores', 'Seguidos'];

test('a new profile says in each tab that it is empty, to its owner and to others', async ({ join }) => {
  const owner = await join('Vacía Del Todo');
  const visitor = await join('Curioso Vidal');
  const { profile: official } = await owner.query('getProfile', { uid: '@tablon' });
  await owner.command('unfollowUser', { targetUid: official.uid });
  for (const [page, path, followers, following] of [
    [owner.page, '/perfil', 'Todavía no te sigue nadie.', 'Todavía no seguís a nadie.'],
    [visitor.page, `/perfil/${owner.uid}`, 'Todavía no tiene seguidores.', 'Todavía no sigue a nadie.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('tab')).toHaveText(tabNames);
    await expect(page.getByText('Todavía no hay publicaciones.')).toBeVisible();
    await page.getByRole('tab', { name: 'Media' }).click();
    await expect(page.getByText('Todavía no hay contenido multimedia.')).toBeVisible();
    await page.getByRole('tab', { name: 'Seguidores' }).click();
    await expect(page.getByText(followers)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(following)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Seguidos' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(following)).toBeVisible();
  }
});

test('the counts open followers and followees, who can be followed from there', async ({ join }) => {
  const idol = await join('Ídola Popular');
  const fan = await join('Fana Uno');
  const other = await join('Fana Dos');
  for (const person of [fan, other]) await person.command('followUser', { targetUid: idol.uid });
  await fan.command('followUser', { targetUid: other.uid });
  const { page } = fan;
  await page.goto(`/perfil/${idol.uid}`);
  const count = page.getByRole('main').getByRole('link', { name: '2 Seguidores' });
  await expect(count).toHaveAttribute('title', '2 Seguidores');
  await count.click();
  await expect(page).toHaveURL(`/perfil/${idol.uid}?tab=seguidores`);
  const people = page.getByRole('list', { name: 'Seguidores' }).getByRole('listitem');
  await expect(people).toHaveText([/Fana Dos/, /Fana Uno/]);
  await expect(people.nth(1).getByRole('button')).toHaveCount(0);
  const follow = people.first().getByRole('button');
  await expect(follow).toHaveText('Siguiendo');
  await follow.click();
  await expect(follow).toHaveText('Seguir');

  await people.first().getByRole('link').click();
  await expect(page).toHaveURL(`/perfil/${other.uid}`);
  await expect(page.getByRole('main').getByRole('button', { name: 'Seguir', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Siguiendo', exact: true })).toBeEnabled();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Seguidores' })).toHaveAttribute('aria-selected', 'true');
  await expect(follow).toHaveText('Siguiendo');

  await page.goto('/perfil?tab=seguidos');
  const followees = page.getByRole('list', { name: 'Seguidos' }).getByRole('listitem');
  await expect(followees).toHaveText([/Fana Dos/, /Ídola Popular/, /@tablon/]);
});

test('the media of a profile are a grid of links to the posts', async ({ join }) => {
  const fan = await join('Cámara Lenta');
  const { page, command } = fan;
  await command('publishPost', { text: 'Sin imagen' });
  const image = await fan.upload(await picture(800, 450), 'image/jpeg');
  await command('publishPost', { text: 'La foto', media: { key: image.key } });
  const video = await fan.upload(await clip(), 'video/webm');
  const { post: filmed } = await command('publishPost', { text: '', media: { key: video.key } });
  await page.goto('/perfil?tab=media');
  const tiles = page.getByRole('list', { name: 'Media' }).getByRole('link');
  await expect(tiles).toHaveCount(2);
  await expect(tiles.nth(1)).toHaveAccessibleName('Imagen: La foto');
  const square = await tiles.nth(1).boundingBox();
  expect(Math.abs(square!.width - square!.height)).toBeLessThanOrEqual(1);
  await expect(tiles.first()).toHaveAccessibleName('Video');
  await tiles.first().click();
  await expect(page).toHaveURL(`/p/${filmed.id}`);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Media' })).toHaveAttribute('aria-selected', 'true');
  await expect(tiles).toHaveCount(2);
});

test('a handle in the URL opens the profile, in any case', async ({ join }) => {
  const { page, uid, command } = await join('Nora Núñez');
  const handle = `n.${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`;
  await command('updateProfile', { displayName: 'Nora Núñez', handle, bio: '' });
  await page.goto(`/perfil/@${handle.toUpperCase()}?tab=media`);
  await expect(page).toHaveURL(`/perfil/${uid}?tab=media`);
  await expect(page.getByRole('heading', { name: 'Nora Núñez' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Media' })).toHaveAttribute('aria-selected', 'true');
});

test('the tabs stick under the header and keep their scroll positions', async ({ join }) => {
  const { page, publishMany } = await join('Prolífico Sosa');
  await publishMany(25, 'Otra más');
  await page.goto('/perfil');
  const target = post(page, /Otra más 8(?!\d)/);
  await scrollTo(page, target);
  await target.scrollIntoViewIfNeeded();
  const before = await target.boundingBox();
  await page.getByRole('tab', { name: 'Seguidores' }).click();
  await expect(page.getByText('Todavía no te sigue nadie.')).toBeInViewport();
  await page.getByRole('tab', { name: 'Publicaciones' }).click();
  await expect.poll(async () => Math.abs((await target.boundingBox())!.y - before!.y)).toBeLessThanOrEqual(2);
});

test('large counts are abbreviated, with the full number accessible', async ({ join }) => {
  const { page, uid, query } = await join('Mil Ojos');
  const answer = await query('getProfile', { uid });
  await page.route('**/api/getProfile?**', (route) =>
    route.fulfill({
      json: {
        ...answer,
        profile: { ...answer.profile, followersCount: 1_250, followingCount: 999, postsCount: 2_000_000 },
      },
    }),
  );
  await page.goto('/perfil');
  const counts = page.getByRole('main').locator('header').getByRole('listitem');
  await expect(counts).toHaveText(['1.2K Seguidores', '999 Seguidos', '2M Publicaciones']);
  await expect(page.getByRole('link', { name: '1250 Seguidores' })).toHaveAttribute(
    'title',
    '1250 Seguidores',
  );
});

test.describe('when a call fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('an unknown handle is reported as missing', async ({ join }) => {
    const { page } = await join('Busca Nadie');
    await page.goto('/perfil/@nadie-lo-tiene');
    await expect(page.getByText('No se encontró el perfil.')).toBeVisible();
  });

  test('a list that fails to load says so, and Reintentar loads it', async ({ join }) => {
    const { page } = await join('Corte de Luz');
    await refuse(page, 'getFollowers', 'resource-exhausted');
    await page.goto('/perfil?tab=seguidores');
    await expect(page.getByText('No se pudo cargar.')).toBeVisible();
    await mend(page, 'getFollowers');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Todavía no te sigue nadie.')).toBeVisible();
  });
});
