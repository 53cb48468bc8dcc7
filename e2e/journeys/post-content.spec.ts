import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import { waitForEvents } from '../harness/live.ts';
import type { Person } from '../harness/person.ts';
import { clip, picture } from '../harness/pictures.ts';
import { likeButton, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';
import { touches } from '../harness/touches.ts';

const altFallback = 'Imagen 1 de 1, sin descripción';

test.use({ expectedErrors: [refusedCall] });

const voteFailed = 'No se pudo registrar tu voto.';

test.describe('a link', () => {
  test('a link shows its preview, and always its address', async ({ join }) => {
    const { page, command } = await join('Lidia Prensa');
    const linkPreview = {
      title: 'Ganó River',
      description: 'Tres a uno.',
      image: null,
      site: 'Banco Nación',
    };
    await command('publishPost', { text: 'Miren', link: 'https://www.ejemplo.invalid/nota', linkPreview });
    await page.goto('/feed');
    const card = post(page, 'Miren').getByRole('link', { name: /Ganó River/ });
    await expect(card).toContainText('ejemplo.invalid · Banco Nación');
    await expect(card).toContainText('Tres a uno.');
    await expect(card).toHaveAttribute('href', 'https://www.ejemplo.invalid/nota');
    await expect(card).toHaveAttribute('target', '_blank');
    await expect(card).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  });

  test('a link without a stored preview is requested once, and its late preview shifts no layout', async ({
    join,
  }) => {
    const { page, command } = await join('Tito Enlace');
    await command('publishPost', { text: 'Primero', link: 'https://ejemplo.invalid/nota' });
    await command('publishPost', { text: 'Segundo', link: 'https://ejemplo.invalid/nota' });
    let requests = 0;
    await page.route('**/api/linkPreview?*', async (route) => {
      // 'Para vos' also has posts of other journeys.
      if (new URL(route.request().url()).searchParams.get('url') === 'https://ejemplo.invalid/nota')
        requests++;
      const json = { title: 'Llegó tarde', description: null, image: null, site: null };
      await route.fulfill({ json });
    });
    const release = await hold(page, 'linkPreview');
    await page.goto('/feed');
    const card = post(page, 'Segundo').getByRole('link', { name: /ejemplo\.invalid/ });
    const before = await card.boundingBox();
    release();
    await expect(card).toContainText('Llegó tarde');
    await expect(post(page, 'Primero')).toContainText('Llegó tarde');
    expect(await card.boundingBox()).toEqual(before);
    await page.getByRole('tab', { name: 'Para vos' }).click();
    await expect(post(page, 'Segundo')).toContainText('Llegó tarde');
    expect(requests).toBe(1);
  });

  test('a link to X without a stored preview gets the generic one; a failure is silent', async ({ join }) => {
    const { page, command } = await join('Xavi Pájaro');
    await command('publishPost', { text: 'Lo dijo', link: 'https://mobile.twitter.com/afa/status/1' });
    await refuse(page, 'linkPreview', 'internal');
    const previewed = page.waitForResponse('**/api/linkPreview?*');
    await page.goto('/feed');
    const card = post(page, 'Lo dijo').getByRole('link', { name: /Publicación en X/ });
    await expect(card).toContainText('x.com');
    await expect(card).toHaveAttribute('href', 'https://mobile.twitter.com/afa/status/1');
    await previewed;
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(card).toBeVisible();
  });
});

test.describe('an image', () => {
  test('an image has its space reserved, opens over the page and closes by Escape, button and Back', async ({
    join,
  }) => {
    const fan = await join('Rita Foto');
    const { page } = fan;
    await publishImage(fan, 'La cancha', 1600, 900);
    await page.goto('/feed');
    const image = post(page, 'La cancha').getByRole('img', { name: altFallback });
    const box = (await image.boundingBox())!;
    expect(box.width / box.height).toBeCloseTo(16 / 9, 1);
    // The card shows the smaller copy, the viewer the file itself.
    await expect
      .poll(async () => image.evaluate((img: HTMLImageElement) => img.currentSrc))
      .toMatch(/\?w=720$/);
    await expect.poll(async () => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);

    const viewer = page.getByRole('dialog', { name: altFallback });
    const opener = post(page, 'La cancha').getByRole('button', { name: altFallback });
    await opener.click();
    await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 1600);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await viewer.getByRole('button', { name: 'Cerrar' }).click();
    await expect(viewer).toHaveCount(0);
    await opener.click();
    await expect(viewer).toBeVisible();
    await page.goBack();
    await expect(viewer).toHaveCount(0);
    await expect(page).toHaveURL(/\/feed$/);
    await expect(post(page, 'La cancha')).toBeVisible();
  });

  test('an image zooms by button, double click, wheel and keys, and stays visible', async ({ join }) => {
    const fan = await join('Zoilo Zoom');
    const { page } = fan;
    await publishImage(fan, 'De cerca', 1600, 900);
    await page.goto('/feed');
    await post(page, 'De cerca').getByRole('button', { name: altFallback }).click();
    const viewer = page.getByRole('dialog', { name: altFallback });
    const image = viewer.getByRole('img');
    await expect(image).toBeVisible();
    const fitted = (await image.boundingBox())!;
    const scale = async () => (await image.boundingBox())!.width / fitted.width;

    await viewer.getByRole('button', { name: 'Ampliar' }).click();
    await expect.poll(scale).toBeCloseTo(2.5, 1);
    await viewer.getByRole('button', { name: 'Ver completa' }).click();
    await expect.poll(scale).toBeCloseTo(1, 2);
    await image.dblclick();
    await expect.poll(scale).toBeCloseTo(2.5, 1);
    await page.mouse.move(640, 450);
    await page.mouse.down();
    await page.mouse.move(5000, 450, { steps: 5 });
    await page.mouse.up();
    expect((await image.boundingBox())!.x).toBeLessThanOrEqual(1);
    await page.keyboard.press('0');
    await expect.poll(scale).toBeCloseTo(1, 2);
    await page.mouse.move(640, 450);
    await page.mouse.wheel(0, -300);
    await expect.poll(scale).toBeGreaterThan(1.5);
    await page.keyboard.press('0');
    await page.mouse.click(640, 5);
    await expect(viewer).toHaveCount(0);
  });

  test('an image is pinched to zoom and dragged to close', async ({ join }) => {
    const fan = await join('Dedos Ágiles');
    const { page } = fan;
    await publishImage(fan, 'Con los dedos', 1600, 900);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/feed');
    await post(page, 'Con los dedos').getByRole('button', { name: altFallback }).click();
    const viewer = page.getByRole('dialog', { name: altFallback });
    const image = viewer.getByRole('img');
    await expect(image).toBeVisible();
    const fitted = (await image.boundingBox())!;
    const scale = async () => (await image.boundingBox())!.width / fitted.width;
    const touch = await touches(page);

    await touch('touchStart', [170, 370], [190, 370]);
    await touch('touchMove', [150, 370], [210, 370]);
    await touch('touchEnd');
    await expect.poll(scale).toBeCloseTo(3, 1);
    await page.keyboard.press('0');
    await expect.poll(scale).toBeCloseTo(1, 2);
    await touch('touchStart', [180, 370]);
    await touch('touchMove', [180, 420]);
    await touch('touchEnd');
    await expect.poll(async () => (await image.boundingBox())!.y).toBeCloseTo(fitted.y, 0);
    await touch('touchStart', [180, 370]);
    await touch('touchMove', [180, 560]);
    await touch('touchEnd');
    await expect(viewer).toHaveCount(0);
  });

  test('a tall image fits the screen, and one that fails to load says so', async ({ join }) => {
    const fan = await join('Alta Torre');
    const { page } = fan;
    const { url } = await publishImage(fan, 'Altísima', 400, 1600);
    await page.route(`**${url}`, (route) => route.abort());
    await page.goto('/feed');
    const card = post(page, 'Altísima');
    await expect(card).toContainText('No se pudo cargar la imagen.');
    await page.unroute(`**${url}`);
    await card.getByRole('button', { name: 'Reintentar' }).click();
    const image = card.getByRole('img', { name: altFallback });
    await expect.poll(async () => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400);
    expect((await image.boundingBox())!.height).toBeLessThanOrEqual(0.7 * 900 + 1);
  });
});

test.describe('a video', () => {
  test('a video plays on tap, one at a time, and stops when scrolled away', async ({ join }) => {
    const fan = await join('Vito Video');
    const { page, command, publishMany } = fan;
    await publishMany(8, 'Relleno');
    for (const text of ['Uno', 'Dos']) {
      const { key } = await fan.upload(await clip(), 'video/webm');
      await command('publishPost', { text: `Video ${text}`, media: { key } });
    }
    await page.goto('/feed');
    const videoOf = (text: string) => post(page, text).getByLabel('Video de Vito Video', { exact: true });
    const isPaused = (text: string) => videoOf(text).evaluate((video: HTMLVideoElement) => video.paused);
    const play = (text: string) =>
      post(page, text).getByRole('button', { name: 'Reproducir: Video de Vito Video' }).press('Enter');
    // The clip is short, so the test loops it.
    for (const text of ['Video Uno', 'Video Dos']) {
      await videoOf(text).evaluate((video: HTMLVideoElement) => {
        video.loop = true;
      });
      expect(await isPaused(text)).toBe(true);
    }
    await play('Video Uno');
    await expect.poll(() => isPaused('Video Uno')).toBe(false);
    await expect(videoOf('Video Uno')).toBeFocused();
    await play('Video Dos');
    await expect.poll(() => isPaused('Video Dos')).toBe(false);
    await expect.poll(() => isPaused('Video Uno')).toBe(true);
    await post(page, 'Relleno 1').scrollIntoViewIfNeeded();
    await expect.poll(() => isPaused('Video Dos')).toBe(true);
  });

  test('a video loads nothing before a tap in data saver mode', async ({ join }) => {
    const fan = await join('Ahorro Datos');
    const { page, command } = fan;
    const { key, url } = await fan.upload(await clip(), 'video/webm');
    await command('publishPost', { text: 'Pesado', media: { key } });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    let fetchCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(url)) fetchCount++;
    });
    await Promise.all([waitForEvents(page), page.goto('/feed')]);
    const start = post(page, 'Pesado').getByRole('button', { name: 'Reproducir: Video de Ahorro Datos' });
    await expect(start).toBeVisible();
    expect(fetchCount).toBe(0);
    await start.click();
    await expect.poll(() => fetchCount).toBeGreaterThan(0);
  });

  test('a video that fails to load says so and can be retried', async ({ join }) => {
    const fan = await join('Corte Total');
    const { page, command } = fan;
    const { key, url } = await fan.upload(await clip(), 'video/webm');
    await command('publishPost', { text: 'Se corta', media: { key } });
    await page.route(`**${url}`, (route) => route.abort());
    await page.goto('/feed');
    const card = post(page, 'Se corta');
    await expect(card).toContainText('No se pudo cargar el video.');
    await page.unroute(`**${url}`);
    await card.getByRole('button', { name: 'Reintentar' }).click();
    const video = card.getByLabel('Video de Corte Total', { exact: true });
    await expect.poll(async () => video.evaluate((v: HTMLVideoElement) => v.readyState)).toBeGreaterThan(0);
  });
});

test.describe('a poll', () => {
  test('a poll takes one vote and shows it at once and everywhere', async ({ join }) => {
    const author = await join('Elector Pérez');
    const { post: newPost } = await publishPoll(author);
    const fan = await join('Votante Gil');
    await fan.command('followUser', { targetUid: author.uid });
    const { page } = fan;
    await page.goto('/feed');
    const card = post(page, '¿Quién gana?');
    const river = card.getByRole('button', { name: /River/ });
    const boca = card.getByRole('button', { name: /Boca/ });
    await expect(card).toContainText('0 votos · abierta');
    await expect(river).toHaveAccessibleName('River 0%');
    await expect(river).toHaveAttribute('aria-pressed', 'false');

    const release = await hold(page, 'votePoll');
    let sentCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/votePoll')) sentCount++;
    });
    await river.dblclick();
    await expect(river).toHaveAttribute('aria-pressed', 'true');
    await expect(river).toHaveAccessibleName('River 100%');
    await expect(card).toContainText('1 voto · abierta');
    await expect(river).toBeDisabled();
    await expect(boca).toBeDisabled();
    // Neither a like nor a vote changes the other.
    await likeButton(card).click();
    await expect(likeButton(card)).toHaveAccessibleName('Me gusta, 1');
    await expect(river).toHaveAttribute('aria-pressed', 'true');
    const answer = page.waitForResponse('**/api/votePoll');
    release();
    await answer;
    expect(sentCount).toBe(1);

    await page.goto(`/p/${newPost.id}`);
    await expect(page.getByRole('button', { name: 'River 100%' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'Boca 0%' })).toBeDisabled();
    await expect(author.command('votePoll', { postId: newPost.id, optionId: 'b' })).resolves.toMatchObject({
      poll: { totalVotes: 2 },
    });
    await page.reload();
    await expect(page.getByRole('main')).toContainText('2 votos · abierta');
    await expect(page.getByRole('button', { name: 'Boca 50%' })).toBeVisible();
  });

  test('a failed vote is reverted and reported', async ({ join }) => {
    const fan = await join('Mala Suerte');
    await publishPoll(fan);
    const { page } = fan;
    await page.goto('/feed');
    const river = post(page, '¿Quién gana?').getByRole('button', { name: /River/ });
    await cutOff(page, 'votePoll');
    await river.click();
    await expect(page.getByRole('alert').filter({ hasText: voteFailed })).toBeVisible();
    await expect(river).toHaveAccessibleName('River 0%');
    await expect(river).toBeEnabled();
    await mend(page, 'votePoll');
    await river.click();
    await expect(river).toHaveAccessibleName('River 100%');
  });

  test('a poll that was voted on elsewhere shows the true result', async ({ join }) => {
    const fan = await join('Dos Pestañas');
    const { post: newPost } = await publishPoll(fan);
    const { page } = fan;
    await page.goto('/feed');
    const card = post(page, '¿Quién gana?');
    await expect(card.getByRole('button', { name: /Boca/ })).toBeEnabled();
    await fan.command('votePoll', { postId: newPost.id, optionId: 'a' });
    await card.getByRole('button', { name: /Boca/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: voteFailed })).toBeVisible();
    await expect(card.getByRole('button', { name: 'River 100%' })).toHaveAttribute('aria-pressed', 'true');
    await expect(card.getByRole('button', { name: 'Boca 0%' })).toBeDisabled();
  });

  test('a poll closes on time without a reload', async ({ join }) => {
    const fan = await join('Hora Cero');
    await publishPoll(fan);
    const { page } = fan;
    await page.clock.install();
    await page.goto('/feed');
    const card = post(page, '¿Quién gana?');
    await expect(card).toContainText('0 votos · abierta');
    await page.clock.fastForward(24 * 3600_000 + 1000);
    await expect(card).toContainText('0 votos · cerrada');
    await expect(card.getByRole('button', { name: /River/ })).toBeDisabled();
    await expect(card.getByRole('button', { name: /Boca/ })).toBeDisabled();
  });
});

test.describe('a quote', () => {
  test('a quote shows the quoted post and links to it', async ({ join }) => {
    const fan = await join('Cita Célebre');
    const { page, command } = fan;
    const original = await publishImage(fan, 'El original', 800, 800);
    const { post: quote } = await command('publishPost', { text: 'Coincido', quoteOf: original.id });
    await command('publishPost', { text: 'Yo también', quoteOf: quote.id });
    await page.goto('/feed');
    const inner = post(page, 'Yo también').getByRole('link', { name: /Coincido/ });
    await expect(inner).toContainText('Cita otra publicación');
    await expect(inner).not.toContainText('El original');
    await inner.click();
    await expect(page).toHaveURL(new RegExp(`/p/${quote.id}$`));
    const innermost = page.getByRole('article').getByRole('link', { name: /El original/ });
    await expect(innermost).toHaveAttribute('href', `/p/${original.id}`);
    await expect(innermost.getByRole('img', { name: altFallback })).toBeVisible();
  });

  test('a quote of a deleted post says so, also while it is shown', async ({ join }) => {
    const fan = await join('Borra Todo');
    const { page, command } = fan;
    const { post: first } = await command('publishPost', { text: 'Me voy a borrar' });
    await command('publishPost', { text: 'Qué dijiste', quoteOf: first.id });
    await page.goto('/feed');
    const quote = post(page, 'Qué dijiste');
    await expect(quote.getByRole('link', { name: /Me voy a borrar/ })).toBeVisible();
    const answer = page.waitForResponse('**/api/deletePost');
    await post(page, 'Me voy a borrar').last().getByRole('button', { name: 'Opciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(quote).toContainText('Publicación no encontrada.');
    await answer;
    await page.reload();
    await expect(quote).toContainText('Publicación no encontrada.');
    await expect(quote).not.toContainText('Me voy a borrar');
  });
});

test('images, polls, quotes and links load without a layout shift', async ({ join }) => {
  const fan = await join('Quieta Siempre');
  const { page, command } = fan;
  await recordShifts(page);
  for (let n = 1; n <= 3; n++) {
    const image = await publishImage(fan, `Imagen ${n}`, 900, 400 * n);
    await publishPoll(fan);
    await command('publishPost', { text: 'Cita', quoteOf: image.id, link: `https://ejemplo.invalid/${n}` });
    const several = Array.from({ length: n + 1 }, async () =>
      fan.upload(await picture(300, 400), 'image/jpeg'),
    );
    const attachments = (await Promise.all(several)).map(({ key }) => ({ key, alt: 'Una más' }));
    await command('publishPost', { text: `Varias ${n}`, attachments });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await Promise.all([waitForEvents(page), page.goto('/feed')]);
  await expect(post(page, 'Imagen 3').first()).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('a post whose other parts fail to load still shows its text', async ({ join }) => {
  const { page, command } = await join('Sin Señal');
  await command('publishPost', { text: 'Aunque sea esto', link: 'https://ejemplo.invalid/nota' });
  await page.route('**/assets/parts-*', (route) => route.abort());
  await page.goto('/feed');
  const card = post(page, 'Aunque sea esto');
  await expect(card).toBeVisible();
  await expect(card.getByRole('link', { name: /ejemplo/ })).toHaveCount(0);
  await expect(likeButton(card)).toBeEnabled();
});

async function publishImage(fan: Person, text: string, width: number, height: number) {
  const { key, url } = await fan.upload(await picture(width, height), 'image/jpeg');
  const { post: newPost } = await fan.command('publishPost', { text, media: { key } });
  return { id: newPost.id, url };
}

function publishPoll(fan: Person) {
  return fan.command('publishPost', {
    text: '¿Quién gana?',
    poll: { options: ['River', 'Boca'], durationMinutes: 1440 },
  });
}
