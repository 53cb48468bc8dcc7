import type { Page } from '@playwright/test';

import { cutOff, holdNextPage, mend, refuse, refusedCall } from '../harness/faults.ts';
import { likeButton, post, publish, scrollTo } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test('the feed loads ten posts at a time, automatically near the end, and shows each post once', async ({
  join,
}) => {
  const author = await join('Coco Basile');
  await author.publishMany(25, 'Pase corto');
  const { page, command } = await join('Mili Ortiz');
  await command('followUser', { targetUid: author.uid });
  const pages: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/getFeed')) return;
    pages.push(((await response.json()) as { items: unknown[] }).items.length);
  });

  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/getFeed')) requests++;
  });
  await page.goto('/feed');
  await expect(post(page, 'Pase corto 25')).toBeVisible();
  await waitForFrames(page, 5);
  expect(requests, 'one page before any scrolling').toBe(1);
  await scrollTo(page, post(page, /Pase corto 1(?!\d)/));
  await expect.poll(() => pages).toEqual([10, 10, 5]);
  await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
  const texts = await page.getByRole('article').allInnerTexts();
  const numbers = texts.map((text) => Number(/Pase corto (\d+)/.exec(text)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
});

test('a post published while the next page loads stays on top of it', async ({ join }) => {
  const { page, publishMany } = await join('Publica Apurada');
  await publishMany(15, 'De fondo');
  await page.goto('/feed');
  await expect(post(page, 'De fondo 15')).toBeVisible();
  const { isWaiting, release } = await holdNextPage(page, 'getFeed');
  await page.mouse.wheel(0, 3000);
  await isWaiting;
  await publish(page, 'Recién salida');
  await expect(likeButton(post(page, 'Recién salida'))).toBeEnabled();
  release();
  await scrollTo(page, post(page, /De fondo 1(?!\d)/));
  await page.keyboard.press('Home');
  await expect(post(page, 'Recién salida')).toBeInViewport();
  await expect(page.getByRole('article').first()).toContainText('Recién salida');
});

test.describe('when a call fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a failed next page waits for Cargar más', async ({ join }) => {
    const { page, publishMany } = await join('Dora Funes');
    await publishMany(15, 'Al segundo palo');
    let tries = 0;
    await page.route(/getFeed\?.*cursor=/, (route) => {
      tries++;
      return tries % 2 === 1 ? route.abort('internetdisconnected') : route.fulfill({ status: 503 });
    });
    await page.clock.install();
    await page.goto('/feed');
    await expect(post(page, 'Al segundo palo 15')).toBeVisible();
    await page.mouse.wheel(0, 2000);
    await expect(page.getByText('No se pudo cargar más.')).toBeVisible();
    const more = page.getByRole('button', { name: 'Cargar más' });
    await page.mouse.wheel(0, 2000);
    await page.mouse.wheel(0, -500);
    await page.mouse.wheel(0, 500);
    await page.clock.fastForward(30_000);
    expect(tries).toBe(1);
    await more.click();
    await expect.poll(() => tries).toBe(2);
    await expect(page.getByText('No se pudo cargar más.')).toBeVisible();
    await page.clock.fastForward(30_000);
    expect(tries).toBe(2);
    await expect(post(page, /Al segundo palo 5(?!\d)/)).toHaveCount(0);
    await page.unroute(/getFeed\?.*cursor=/);
    await more.click();
    await expect(post(page, /Al segundo palo 1(?!\d)/)).toBeVisible();
    await expect(more).toHaveCount(0);
  });

  test('a missing index is reported with its link, and the posts are loaded without it', async ({ join }) => {
    const { page, command } = await join('Zulma Paz');
    await command('publishPost', { text: 'Igual se ve' });
    const requests: string[] = [];
    await page.route(/getFeed\?(?!.*source=posts)/, (route) => {
      requests.push(route.request().url());
      return route.fulfill({
        status: 400,
        json: {
          error: {
            code: 'failed-precondition',
            message: 'The query requires an index: https://consola.example/indices?crear=1',
          },
        },
      });
    });
    await page.goto('/feed');
    await expect(
      page.getByText("Falta índice compuesto (ownerUid + createdAt desc) para 'Siguiendo'."),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Crear índice' })).toHaveAttribute(
      'href',
      'https://consola.example/indices?crear=1',
    );
    await expect(post(page, 'Igual se ve')).toBeVisible();
    expect(requests.length).toBeGreaterThan(0);
  });

  test('any other failure is reported, and Reintentar loads the feed', async ({ join }) => {
    const { page, command } = await join('Quique Wolff');
    await command('publishPost', { text: 'Volvió la señal' });
    await refuse(page, 'getFeed', 'internal');
    await page.goto('/feed');
    await expect(page.getByText('No se pudo cargar el feed.')).toBeVisible();
    await mend(page, 'getFeed');
    await cutOff(page, 'getFeed');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    // The message appears after three attempts.
    await expect(page.getByText('No se pudo cargar el feed.')).toBeHidden();
    await expect(page.getByText('No se pudo cargar el feed.')).toBeVisible();
    await mend(page, 'getFeed');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(post(page, 'Volvió la señal')).toBeVisible();
  });
});

test('Back leads to the same position in the feed', async ({ join }) => {
  const { page, publishMany } = await join('Marcela Ruiz');
  await publishMany(35, 'De memoria');
  await page.goto('/feed');
  const target = post(page, /De memoria 8(?!\d)/);
  await scrollTo(page, target);
  await target.scrollIntoViewIfNeeded();
  const before = await target.boundingBox();

  await target.locator('time').click();
  await expect(page).toHaveURL(/\/p\//);
  await expect(page.getByRole('main').getByRole('article', { name: /De memoria 8$/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/feed');
  await expect(target).toBeInViewport();
  await expect.poll(async () => Math.abs((await target.boundingBox())!.y - before!.y)).toBeLessThanOrEqual(2);
});

test('one tab shows followees only, the other everybody', async ({ join }) => {
  const stranger = await join('Un Desconocido');
  const { page } = await join('Ema Ledesma');
  await page.goto('/feed');
  await expect(page.getByRole('tab')).toHaveText(['Siguiendo', 'Para vos']);
  const text = `Nadie me sigue todavía ${crypto.randomUUID()}`;
  await expect(async () => {
    // Repeated, because other journeys may push it off the first page.
    await stranger.command('publishPost', { text });
    await page.goto('/feed');
    await page.getByRole('tab', { name: 'Para vos' }).click();
    await expect(post(page, text).first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.getByRole('tab', { name: 'Siguiendo' }).click();
  await expect(page.getByRole('tab', { name: 'Siguiendo' })).toHaveAttribute('aria-selected', 'true');
  await expect(post(page, text)).toHaveCount(0);
});

test('each tab keeps its pages and its position', async ({ join }) => {
  const { page, publishMany } = await join('Tobías Acá');
  await publishMany(25, 'Ida y vuelta');
  const answers: string[] = [];
  // Leaving a tab ends a request that is on its way. The first page is also read to look for newer posts.
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/getFeed' && /siguiendo.*cursor/.test(search)) answers.push(search);
  });
  await page.goto('/feed');
  const target = post(page, /Ida y vuelta 6(?!\d)/);
  await scrollTo(page, target);
  await target.scrollIntoViewIfNeeded();
  const before = await target.boundingBox();

  await page.getByRole('tab', { name: 'Para vos' }).click();
  // The other tab starts at its first post.
  const list = page.getByRole('feed', { name: 'Para vos' });
  await expect(list.getByRole('article').first()).toBeInViewport({ ratio: 1 });
  const tabs = await page.getByRole('tablist', { name: 'Publicaciones' }).boundingBox();
  expect((await list.boundingBox())!.y).toBeGreaterThanOrEqual(tabs!.y + tabs!.height - 1);
  await page.getByRole('tab', { name: 'Siguiendo' }).click();
  await expect(target).toBeInViewport();
  await expect.poll(async () => Math.abs((await target.boundingBox())!.y - before!.y)).toBeLessThanOrEqual(2);
  // A page below may be asked for meanwhile, none for a second time.
  expect(answers.length).toBeGreaterThan(0);
  expect(answers).toEqual([...new Set(answers)]);
});

test('new posts are offered on top and never move the list', async ({ join }) => {
  const author = await join('Sole Ponce');
  const reader = await join('Fede Luque');
  await reader.command('followUser', { targetUid: author.uid });
  await author.command('publishPost', { text: 'Lo de antes' });
  const { page } = reader;
  await page.clock.install();
  await page.goto('/feed');
  await expect(post(page, 'Lo de antes')).toBeVisible();
  await author.publishMany(2, 'Lo nuevo');
  await expect
    .poll(async () => (await reader.query('getFeed', { tab: 'siguiendo' })).items[0]?.text)
    .toBe('Lo nuevo 2');
  await page.clock.fastForward(60_000);
  const pill = page.getByRole('button', { name: 'Ver 2 publicaciones nuevas' });
  await expect(pill).toBeVisible();
  await expect(post(page, 'Lo nuevo')).toHaveCount(0);
  await pill.click();
  await expect(post(page, 'Lo nuevo 2')).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('new posts are in view after their pill, wherever the reader was', async ({ join }) => {
  const author = await join('Sin Pausa');
  const { page, command } = await join('Siempre Arriba');
  await command('followUser', { targetUid: author.uid });
  await author.publishMany(20, 'De antes');
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/feed');
  await expect(post(page, 'De antes 20')).toBeVisible();
  for (const [n, y] of [150, 900, 1_500].entries()) {
    await page.evaluate((to) => globalThis.scrollTo(0, to), y);
    await author.publishMany(3, `Tanda ${n}, nueva`);
    await page.getByRole('button', { name: 'Ver 3 publicaciones nuevas' }).click();
    await expect(post(page, `Tanda ${n}, nueva 3`)).toBeInViewport();
    // Scroll anchoring acts a frame later.
    await waitForFrames(page, 5);
    await expect(post(page, `Tanda ${n}, nueva 3`)).toBeInViewport({ ratio: 1 });
  }
});

test('five hundred posts use few elements, and each can still be reached and liked', async ({ join }) => {
  test.setTimeout(180_000);
  const author = await join('La Voz del Estadio');
  await author.publishMany(500, 'Relato');
  const { page } = author;
  await page.goto('/feed');
  await scrollTo(page, post(page, /Relato 1(?!\d)/));
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1500);
  expect(await heapMegabytes(page)).toBeLessThanOrEqual(10);
  await page.keyboard.press('Home');
  const first = post(page, 'Relato 500');
  await expect(first).toBeInViewport();
  await likeButton(first).click();
  await expect(likeButton(first)).toHaveAccessibleName('Me gusta, 1');
});

test('a reload, also of a page with an open menu, leaves the feed where it was; a new visit begins at its top', async ({
  join,
}) => {
  const { page, publishMany } = await join('Vuelve Adonde Estaba');
  await publishMany(50, 'Renglón');
  await page.goto('/feed');
  const read = post(page, /Renglón 5(?!\d)/);
  await scrollTo(page, read);
  await read.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  const expectPlace = async () => {
    await expect(read).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), place)).toBeLessThanOrEqual(1);
  };

  await page.reload();
  await expectPlace();
  await read.getByRole('button', { name: 'Opciones', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.reload();
  await expectPlace();
  await expect(page.getByRole('menu')).toBeHidden();

  // For Chromium, the same address would be a reload.
  await page.goto('/guardados');
  await page.goto('/feed');
  await expect(post(page, 'Renglón 50')).toBeInViewport();
  await waitForFrames(page, 5);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Lets immediate work start. */
async function waitForFrames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let n = 0; n < left; n++) await new Promise(requestAnimationFrame);
  }, count);
}

async function heapMegabytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
