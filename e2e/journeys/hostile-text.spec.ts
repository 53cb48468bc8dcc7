import { inDatabase } from '../harness/database.ts';
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

test('and in every other place: profiles, polls, quotes, notifications, lists, the admins’ screens', async ({
  join,
}) => {
  const name = '<img src=x onerror=alert(3)>';
  const note = '"><img src=x onerror=alert(4)><b id=config>';
  const writer = await join(name);
  const reader = await join('</title><svg/onload=alert(5)>');
  const { handle } = (await writer.query('getProfile', {})).profile;
  await writer.command('updateProfile', { displayName: name, handle, bio: payloads.slice(0, 4).join(' ') });
  const poll = { options: payloads.slice(0, 4), durationMinutes: 1440 as const };
  const { post: asked } = await writer.command('publishPost', { text: `${note} encuesta`, poll });
  const readers = (await reader.query('getProfile', {})).profile.handle;
  await writer.command('publishPost', { text: `@${readers} ${note} cita`, quoteOf: asked.id });
  await reader.command('reportContent', { postId: asked.id, reason: 'spam', note });
  await reader.command('muteUser', { targetUid: writer.uid });
  await reader.command('setMutedWords', { words: [note] });
  await inDatabase('INSERT INTO admins VALUES ($1, now())', [reader.uid]);
  const { items } = await reader.query('adminListReports', {});
  const { id: reportId } = items.find(({ postId }) => postId === asked.id)!;
  await reader.command('adminAddReportNote', { reportId, note });

  const { page } = reader;
  const nothingRan = async () =>
    expect(
      page.locator('main :is(script, iframe, svg[onload], #config, [onerror], img[src="x"])'),
    ).toHaveCount(0);
  const main = page.getByRole('main');
  for (const [path, text] of [
    [`/perfil/${writer.uid}`, payloads[0]!],
    [`/p/${asked.id}`, payloads[1]!],
    ['/silenciados', note],
    ['/admin', name],
    ['/admin/reportes', note],
  ] as const) {
    await page.goto(path);
    await expect(main.getByText(text).first()).toBeVisible();
    await nothingRan();
  }
  await reader.command('unmuteUser', { targetUid: writer.uid });
  await reader.command('setMutedWords', { words: [] });
  for (const path of ['/notificaciones', `/buscar?q=${encodeURIComponent(name)}`]) {
    await page.goto(path);
    await expect(main.getByText(name).first()).toBeVisible();
    await nothingRan();
  }
});
