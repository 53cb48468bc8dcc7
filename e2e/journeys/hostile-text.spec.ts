import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><b id=config>hola</b>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '<!-- --> ]]> {{7*7}} ${7*7}',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '&#106;avascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '`"autofocus onfocus=alert(1) x="`',
  '__proto__ constructor',
  '<a href="javascript:alert(1)">tocá</a> https://x.example/"onmouseover=alert(1)',
];

test('whatever people write is shown as text', async ({ join }) => {
  const name = '<img src=x onerror=alert(2)>';
  const writer = await join(name);
  for (const text of payloads) await writer.command('publishPost', { text: `${text} fin` });
  const { post: target } = await writer.command('publishPost', { text: 'Para comentar' });
  for (const text of payloads) await writer.command('addComment', { postId: target.id, text });

  const { page } = writer;
  for (const path of ['/feed', `/perfil/${writer.uid}`]) {
    await page.goto(path);
    await expect(post(page, 'Para comentar').getByText(name).first()).toBeVisible();
    for (const text of payloads.slice(-6)) await expect(post(page, `${text} fin`)).toHaveCount(1);
    await expect(
      page.locator('main script, main iframe, main svg[onload], #config, main [onerror]'),
    ).toHaveCount(0);
  }
  await page.goto(`/p/${target.id}`);
  for (const text of payloads)
    await expect(page.getByRole('main').getByText(text, { exact: true })).toHaveCount(1);

  const schemes = await page
    .locator('main a[href]')
    .evaluateAll((links) => [
      ...new Set(links.map((link) => new URL((link as HTMLAnchorElement).href).protocol)),
    ]);
  expect(schemes.filter((scheme) => scheme !== 'http:' && scheme !== 'https:')).toEqual([]);
});
