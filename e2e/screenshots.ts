import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BrowserContext, Page } from '@playwright/test';

import type { Output } from '../contract/src/calls/all.ts';
import { openBrowser, signInAs, startExampleSite } from './harness/example-site.ts';

type Post = Output<'getFeed'>['items'][number];

const folder = join(import.meta.dirname, '../docs/screenshots');
const phone = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const theme = { dark: { colorScheme: 'dark' }, light: { colorScheme: 'light' } } as const;

const site = await startExampleSite({ users: 2_000, posts: 20_000 });
try {
  await withBrowser({ ...theme.dark, viewport: { width: 1280, height: 900 } }, async (context) => {
    const page = await open(context, '/feed');
    await save('feed', await page.screenshot({ type: 'jpeg', quality: 85 }));
  });
  const phones = await phonePictures();
  await withBrowser({ viewport: { width: 1700, height: 680 } }, async (context) => {
    const picture = (image: string) => `<img src="${image}" style="width:340px;display:block">`;
    await save('phones', await draw(context, phones.map(picture).join(''), 'display:flex'));
  });
  await withBrowser({ ...theme.dark, viewport: { width: 360, height: 640 } }, async (context) => {
    const story = await storyImage(context);
    await save('story', await draw(context, `<img src="${story}" style="width:360px;display:block">`));
  });
} finally {
  await site.stop();
}

/** Data URLs. */
async function phonePictures(): Promise<string[]> {
  const pictures: string[] = [];
  const shoot = async (page: Page) =>
    pictures.push(`data:image/png;base64,${(await page.screenshot()).toString('base64')}`);
  await withBrowser({ ...theme.dark, ...phone }, async (context) => {
    await shoot(await open(context, '/feed?tab=paraVos'));
  });
  await withBrowser({ ...theme.light, ...phone }, async (context) => {
    const { id } = await findPost(context, ({ media }) => media?.type.startsWith('image') === true);
    await shoot(await open(context, `/p/${id}`));
  });
  await withBrowser({ ...theme.dark, ...phone }, async (context) => {
    const { id } = await findPost(context, ({ poll }) => poll !== null);
    await shoot(await open(context, `/p/${id}`));
    const page = await open(context, '/feed');
    await page.getByRole('button', { name: 'Escribir', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Nueva publicación' });
    await sheet.getByRole('textbox').fill('Hoy se juega el ascenso y yo ya estoy ronco.');
    await settle(page);
    await shoot(page);
  });
  await withBrowser({ ...theme.light, ...phone }, async (context) => {
    await shoot(await open(context, '/perfil'));
  });
  return pictures;
}

async function storyImage(context: BrowserContext): Promise<string> {
  const { id } = await findPost(context, ({ media, text }) => media === null && text.length > 60);
  const page = await open(context, `/p/${id}`);
  const post = page.getByRole('article').first();
  await post.getByRole('button', { name: /^Compartir/ }).click();
  // Without a share sheet the image is downloaded.
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Historia' }).click();
  const image = await readFile(await (await download).path());
  return `data:image/jpeg;base64,${image.toString('base64')}`;
}

async function findPost(context: BrowserContext, fits: (post: Post) => boolean): Promise<Post> {
  let cursor = '';
  for (let pages = 0; pages < 20; pages++) {
    const params = { tab: 'paraVos', ...(cursor !== '' && { cursor }) };
    const answer = await context.request.get(`${site.url}/api/getFeed`, { params });
    if (!answer.ok()) throw new Error(`getFeed answered ${answer.status()}: ${await answer.text()}`);
    const { items, cursor: next } = (await answer.json()) as Output<'getFeed'>;
    const match = items.find((post) => fits(post));
    if (match) return match;
    if (next === null) break;
    cursor = next;
  }
  throw new Error('No example post fits.');
}

async function withBrowser(
  options: Parameters<typeof openBrowser>[0],
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await openBrowser(options);
  try {
    await signInAs(browser.context, site.url);
    await work(browser.context);
  } finally {
    await browser.close();
  }
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url + path);
  await settle(page);
  return page;
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Repeating animations and lazy images below the screen never settle.
    const settled = Promise.allSettled([
      ...[...document.images].map((image) => image.decode()),
      ...document.getAnimations().map(({ finished }) => finished),
    ]);
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  });
}

async function draw(context: BrowserContext, html: string, style = ''): Promise<Buffer> {
  const page = await context.newPage();
  await page.setContent(`<body style="margin:0;${style}">${html}</body>`);
  await settle(page);
  return page.screenshot({ type: 'jpeg', quality: 85 });
}

async function save(name: string, image: Buffer): Promise<void> {
  await writeFile(join(folder, `${name}.jpg`), image);
  console.log(`docs/screenshots/${name}.jpg`);
}
