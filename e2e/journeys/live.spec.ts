import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { refusedCall } from '../harness/faults.ts';
import { countStreams, waitForEvents } from '../harness/live.ts';
import { Person } from '../harness/person.ts';
import { composer, post, signIn } from '../harness/screens.ts';
import { freePort, siteUrl, startProcess } from '../harness/site-process.ts';
import { expect, test } from '../harness/site.ts';

const pill = /^Ver \d+ publicaci(?:ón nueva|ones nuevas)$/;

async function open(person: Person, path = '/feed'): Promise<void> {
  await Promise.all([waitForEvents(person.page), person.page.goto(path)]);
}

test('a like raises the badge and appears in the list without a reload', async ({ join: enter }) => {
  const author = await enter('Aldo Pedro');
  const fan = await enter('Nilda Sosa');
  const { post: likedPost } = await author.command('publishPost', { text: 'Golazo de media cancha' });
  await open(author);
  const bell = author.page.getByRole('button', { name: /^Notificaciones/ });
  await expect(bell).toHaveAccessibleName('Notificaciones');
  await fan.command('likePost', { postId: likedPost.id });
  await expect(bell).toHaveAccessibleName('Notificaciones, 1 sin leer', { timeout: 2_000 });
  await bell.click();
  await expect(author.page.getByRole('dialog').getByText('Nilda Sosa').first()).toBeVisible();
});

test('a followee’s post is offered within two seconds', async ({ join: enter }) => {
  const author = await enter('Pipo Gorosito');
  const fan = await enter('Lita Funes');
  await fan.command('followUser', { targetUid: author.uid });
  await fan.command('publishPost', { text: 'Arranca la fecha' });
  await open(fan);
  await expect(post(fan.page, 'Arranca la fecha')).toBeVisible();
  await author.command('publishPost', { text: 'Salimos campeones' });
  await fan.page.getByRole('button', { name: 'Ver 1 publicación nueva' }).click({ timeout: 2_500 });
  await expect(post(fan.page, 'Salimos campeones')).toBeVisible();
  await expect(fan.page.getByRole('button', { name: pill })).toHaveCount(0);
});

test('a burst of posts makes a page refetch the feed once, not once per post', async ({ join: enter }) => {
  const author = await enter('Turco Asad');
  const fan = await enter('Chela Ríos');
  await fan.command('followUser', { targetUid: author.uid });
  await open(fan);
  let feedRequests = 0;
  fan.page.on('request', (request) => {
    if (request.url().includes('/api/getFeed')) feedRequests += 1;
  });
  await author.publishMany(10, 'Gol, gol, gol');
  await expect(fan.page.getByRole('button', { name: pill })).toBeVisible();
  expect(feedRequests).toBeLessThanOrEqual(2);
  await expect(fan.page.getByRole('button', { name: 'Ver 10 publicaciones nuevas' })).toBeVisible();
  expect(feedRequests).toBeLessThanOrEqual(3);
});

test('a deleted post disappears from lists and its own page at once', async ({ join: enter }) => {
  const author = await enter('Beto Alonso');
  const fan = await enter('Ñata Gómez');
  await fan.command('followUser', { targetUid: author.uid });
  const { post: first } = await author.command('publishPost', { text: 'Esto lo borro' });
  const { post: second } = await author.command('publishPost', { text: 'Esto también' });
  // A post reaches the timelines shortly after it is published.
  const feedIds = async () => (await fan.query('getFeed', { tab: 'siguiendo' })).items.map(({ id }) => id);
  await expect.poll(feedIds).toEqual(expect.arrayContaining([first.id, second.id]));
  await open(fan);
  await expect(post(fan.page, 'Esto lo borro')).toBeVisible();
  await author.command('deletePost', { postId: first.id });
  await expect(post(fan.page, 'Esto lo borro')).toHaveCount(0, { timeout: 2_000 });
  await expect(post(fan.page, 'Esto también')).toBeVisible();

  await open(fan, `/p/${second.id}`);
  await expect(post(fan.page, 'Esto también')).toBeVisible();
  await author.command('deletePost', { postId: second.id });
  await expect(post(fan.page, 'Esto también')).toHaveCount(0, { timeout: 2_000 });
  await expect(fan.page.getByText('Publicación no encontrada.')).toBeVisible();
});

test('a post deleted before the first event disappears too, in every tab', async ({ join: enter, watch }) => {
  const author = await enter('Borra Rápido');
  const fan = await enter('Mira Lento');
  await fan.command('followUser', { targetUid: author.uid });
  const deleteWhile = async (page: typeof fan.page, text: string) => {
    const { post: short } = await author.command('publishPost', { text });
    let streams = 0;
    page.on('request', (request) => (streams += Number(request.url().endsWith('/api/events'))));
    await page.goto('/feed');
    await expect(post(page, text)).toBeVisible();
    await author.command('deletePost', { postId: short.id });
    expect(streams).toBe(0);
    await expect(post(page, text)).toHaveCount(0);
  };
  await deleteWhile(fan.page, 'Dura poco');
  const second = await fan.page.context().newPage();
  watch(second);
  await deleteWhile(second, 'Dura menos');
});

test('other users’ votes update a poll, and the own vote is counted once', async ({ join: enter }) => {
  const author = await enter('Encuesta Viva');
  const [fan, other] = [await enter('Vota Uno'), await enter('Vota Dos')];
  const poll = { options: ['River', 'Boca'], durationMinutes: 1440 as const };
  const { post: pollPost } = await author.command('publishPost', { poll });
  await open(fan, `/p/${pollPost.id}`);
  const group = fan.page.getByRole('group', { name: 'Encuesta' });
  await expect(group.getByText(/0 votos/)).toBeVisible();
  await other.command('votePoll', { postId: pollPost.id, optionId: 'a' });
  await expect(group.getByText(/1 voto(?!s)/)).toBeVisible({ timeout: 3_000 });
  await group.getByRole('button', { name: /Boca/ }).click();
  await expect(group.getByText(/2 votos/)).toBeVisible();
  await author.command('votePoll', { postId: pollPost.id, optionId: 'b' });
  await expect(group.getByText(/3 votos/)).toBeVisible({ timeout: 4_000 });
});

test('two tabs share one stream; when its tab closes, the other takes over and misses nothing', async ({
  join: enter,
  watch,
}) => {
  const author = await enter('Dos Ventanas');
  const fan = await enter('Hincha Fiel');
  const first = author.page;
  const second = await first.context().newPage();
  watch(second);
  const counts = [countStreams(first), countStreams(second)];
  const posts: string[] = [];
  for (const text of ['uno', 'dos', 'tres', 'cuatro'])
    posts.push((await author.command('publishPost', { text })).post.id);
  const like = (i: number) => fan.command('likePost', { postId: posts[i] ?? '' });
  await open(author);
  await second.goto('/perfil');
  const badge = (page: typeof first, name: string) =>
    expect(page.getByRole('button', { name: /^Notificaciones/ })).toHaveAccessibleName(name, {
      timeout: 3_000,
    });
  await expect(second.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible();
  await like(0);
  await badge(first, 'Notificaciones, 1 sin leer');
  await badge(second, 'Notificaciones, 1 sin leer');
  expect(counts.map(({ opened }) => opened)).toEqual([1, 0]);

  const takenOver = second.waitForResponse((response) => response.url().endsWith('/api/events'));
  const closedAt = Date.now();
  await Promise.all([first.close(), like(1)]);
  await takenOver;
  expect(Date.now() - closedAt).toBeLessThan(15_000);
  await like(2);
  await badge(second, 'Notificaciones, 3 sin leer');
  await author.command('deletePost', { postId: posts[3] ?? '' });
  await expect(post(second, 'cuatro')).toHaveCount(0, { timeout: 2_000 });
  expect(counts.map(({ opened }) => opened)).toEqual([1, 1]);
});

test.describe('a session that ends elsewhere', () => {
  // A suspension in another journey has the page read its feed before it knows that it is signed out.
  test.use({ expectedErrors: [refusedCall] });

  test('signing out elsewhere ends open pages and keeps the input', async ({ join: enter, visitor }) => {
    const person = await enter('Ida y Vuelta');
    const counts = countStreams(person.page);
    await open(person);
    await composer(person.page).fill('Casi listo');
    await person.command('signOut', {});
    await expect(person.page.getByRole('link', { name: 'Ingresar' }).first()).toBeVisible({ timeout: 4_000 });
    await expect(composer(person.page)).toHaveValue('Casi listo');
    await expect.poll(() => counts.open).toBe(0);

    const again = await visitor();
    await again.goto('/ingresar');
    const listening = waitForEvents(again);
    await signIn(again, person.email, Person.password);
    await listening;
  });
});

test.describe('when the server restarts', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a page reconnects to a restarted server and shows what it missed', async ({ visitor }) => {
    test.slow();
    const dataDir = await mkdtemp(join(tmpdir(), 'tablon-live-'));
    const port = await freePort();
    const site = siteUrl(port);
    let stop = await startProcess({ port, dataDir });
    try {
      const page = await visitor();
      const other = await visitor();
      const signUp = async (who: typeof page, name: string) => {
        const email = `${name.replaceAll(' ', '.')}@ejemplo.ar`.toLowerCase();
        const data = { displayName: name, email, password: Person.password, acceptedTos: true };
        const answer = await who.request.post(`${site}/api/signUp`, { data, headers: { Origin: site } });
        return ((await answer.json()) as { user: { uid: string } }).user.uid;
      };
      const send = async (who: typeof page, call: string, data: object) => {
        const answer = await who.request.post(`${site}/api/${call}`, { data, headers: { Origin: site } });
        expect(answer.ok(), await answer.text()).toBe(true);
        return answer.json();
      };
      const uid = await signUp(other, 'Sigue Firme');
      await signUp(page, 'Espera Atento');
      await send(page, 'followUser', { targetUid: uid });
      const { post: deletedPost } = await send(other, 'publishPost', { text: 'Esto se borra' });
      const { post: own } = await send(page, 'publishPost', { text: 'Antes del corte' });
      await Promise.all([waitForEvents(page), page.goto(`${site}/feed`)]);
      await expect(post(page, 'Antes del corte')).toBeVisible();
      await expect(post(page, 'Esto se borra')).toBeVisible();

      await stop();
      stop = await startProcess({ port, dataDir });
      const back = waitForEvents(page);
      await send(other, 'deletePost', { postId: deletedPost.id });
      await send(other, 'publishPost', { text: 'Volvió la luz' });
      await send(other, 'likePost', { postId: own.id });
      await back;
      await expect(page.getByRole('button', { name: 'Notificaciones, 1 sin leer' })).toBeVisible();
      await expect(post(page, 'Esto se borra')).toHaveCount(0);
      await expect(post(page, 'Antes del corte')).toBeVisible();
      await page.getByRole('button', { name: 'Ver 1 publicación nueva' }).click();
      await expect(post(page, 'Volvió la luz')).toBeVisible();
    } finally {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
