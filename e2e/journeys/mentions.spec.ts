import type { Page } from '@playwright/test';

import { refuse, refusedCall } from '../harness/faults.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const unique = () => `m${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`;

const options = (page: Page) => page.getByRole('listbox', { name: 'Menciones' }).getByRole('option');

test('a mention is completed while typing and links to the profile', async ({ join }) => {
  const handle = unique();
  const friend = await join('Amiga Mencionada');
  const name = `Amiga ${handle.slice(0, 9)}`;
  await friend.command('updateProfile', { displayName: name, handle, bio: '' });
  const { page } = await join('Quien Menciona');
  await page.goto('/feed');
  const box = composer(page);

  await box.pressSequentially('Mirá @');
  await box.pressSequentially(handle.slice(0, 1));
  await expect(options(page)).toHaveCount(0);
  await box.pressSequentially(handle.slice(1, 9));
  await expect(options(page)).toHaveText([new RegExp(`${name}\\s*@${handle}`)]);
  await expect(options(page)).toHaveAttribute('aria-selected', 'true');
  const active = await box.getAttribute('aria-activedescendant');
  await expect(options(page)).toHaveAttribute('id', active ?? '');
  await box.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(box).toHaveValue(`Mirá @${handle.slice(0, 9)}`);

  await box.press('Backspace');
  await expect(options(page)).toHaveCount(0);
  await box.fill('Mirá ');
  await box.pressSequentially(`@${handle.slice(0, 8)}`);
  await expect(options(page)).toHaveCount(1);
  await box.press('Enter');
  await expect(box).toHaveValue(`Mirá @${handle} `);
  await box.pressSequentially('qué golazo');
  await box.press('Control+z');
  await box.press('Control+Enter');
  const mention = post(page, `@${handle}`).getByRole('link', { name: `@${handle}` });
  await expect(mention).toHaveAttribute('href', `/perfil/@${handle}`);
  await mention.click();
  await expect(page).toHaveURL(`/perfil/${friend.uid}`);
});

test('arrows move, Tab and click select; a comment is sent while the list is open', async ({ join }) => {
  const stem = unique().slice(0, 8);
  const [ana, eva] = [await join(`Ana ${stem}`), await join(`Eva ${stem}`)];
  await ana.command('updateProfile', { displayName: `Ana ${stem}`, handle: `${stem}.ana`, bio: '' });
  await eva.command('updateProfile', { displayName: `Eva ${stem}`, handle: `${stem}.eva`, bio: '' });
  const { post: newPost } = await ana.command('publishPost', { text: 'Opinen acá' });
  const { page } = eva;
  await page.goto(`/p/${newPost.id}`);
  const box = page.getByRole('textbox', { name: 'Escribí un comentario' });

  await box.pressSequentially(`@${stem}`);
  await expect(options(page)).toHaveText([/\.ana$/, /\.eva$/]);
  await box.press('ArrowDown');
  await box.press('Tab');
  await expect(box).toHaveValue(`@${stem}.eva `);
  await expect(box).toBeFocused();
  await box.pressSequentially(`y @${stem}`);
  await options(page).first().click();
  await expect(box).toHaveValue(`@${stem}.eva y @${stem}.ana `);
  await expect(box).toBeFocused();

  await box.pressSequentially(`@${stem}`);
  await expect(options(page)).toHaveCount(2);
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  await expect(page.getByText(`@${stem}.eva y @${stem}.ana @${stem}`)).toBeVisible();
});

test('in a quote, Escape closes the list first and the dialog after', async ({ join }) => {
  const handle = unique();
  const { page, command } = await join('Citadora Serial');
  await command('updateProfile', { displayName: 'Citadora Serial', handle, bio: '' });
  await command('publishPost', { text: 'Para citar' });
  await page.goto('/feed');
  await post(page, 'Para citar')
    .getByRole('button', { name: /^Citar/ })
    .click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('textbox');
  await box.pressSequentially(`@${handle.slice(0, 8)}`);
  await expect(options(page)).toHaveCount(1);
  await box.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await box.press('Space');
  await box.pressSequentially(`@${handle.slice(0, 8)}`);
  await options(page).click();
  await expect(box).toHaveValue(`@${handle.slice(0, 8)} @${handle} `);
  await box.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(post(page, `@${handle} `).first()).toBeVisible();
});

test.describe('when a call fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('failed suggestions are silent', async ({ join }) => {
    const { page } = await join('Sin Sugerencias');
    await refuse(page, 'searchUsers', 'internal');
    await page.goto('/feed');
    const searched = page.waitForResponse('**/api/searchUsers?**');
    await composer(page).pressSequentially('Hola @tab');
    await searched;
    await expect(options(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('Hola @tab\n');
  });
});
