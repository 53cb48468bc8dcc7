import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { inDatabase, withDatabase } from '../harness/database.ts';
import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import type { Person } from '../harness/person.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Empezá por acá' });

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

async function rankUntilListed({ uid }: Person): Promise<void> {
  await inDatabase("SELECT graphile_worker.add_job('refresh-suggestions')", []);
  const isRanked = async () => {
    let found = 0;
    await withDatabase(async (client) => {
      found = (await client.query('SELECT FROM club_suggestions WHERE uid = $1', [uid])).rowCount ?? 0;
    });
    return found > 0;
  };
  await expect.poll(isRanked, { timeout: 20_000 }).toBe(true);
}

async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focus = page.locator(':focus');
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const text = (await focus.getAttribute('aria-label')) ?? (await focus.textContent()) ?? '';
    if (name.test(text)) return;
  }
  throw new Error(`no control named ${name}`);
}

test('a new fan goes by keyboard on a phone from the sign-up to a first post, found under its topic and club', async ({
  page,
  join,
}) => {
  const fans: Person[] = [];
  for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis']) {
    const fan = await join(`Xeneize ${name}`);
    await fan.command('setClub', { club: 'boca', show: true });
    await fan.command('publishPost', { text: `Dale Boca, dice ${name}` });
    fans.push(fan);
  }
  await rankUntilListed(fans.at(-1)!);
  await page.setViewportSize({ width: 360, height: 740 });
  await recordShifts(page);

  await page.goto('/registrar');
  await page.getByLabel('Nombre visible').fill('Nina Nueva');
  await page.getByLabel('Email').fill(`nina${Math.random()}@example.com`);
  await page.getByLabel('Contraseña').fill('aguante');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Registrarme', exact: true }).click();
  await expect(page).toHaveURL('/editar');
  await page.getByLabel('Bio').fill('Recién llego');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Seguí: a quién leer' })).toBeVisible();

  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(card(page).getByRole('listitem')).toHaveText([
    /¿De qué cuadro sos\?$/,
    /Seguí a 5 hinchas$/,
    /Quién puede leerte$/,
  ]);
  await card(page).getByRole('link', { name: '¿De qué cuadro sos?' }).press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: '¿De qué cuadro sos?' })).toBeFocused();
  await expect(page.getByText('Paso 1 de 3')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cuadros' }).getByRole('button')).toHaveCount(12);
  await expect(page.getByRole('combobox', { name: 'Cuadro' })).toBeVisible();
  await expectNoViolations(page);
  await tabTo(page, /^Boca$/);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/bienvenida?paso=hinchas');
  await expect(page.getByRole('heading', { level: 1, name: 'Seguí a 5 hinchas' })).toBeFocused();
  const rows = page.getByRole('list', { name: 'A quién seguir' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Hincha de Boca' })).not.toHaveCount(0);
  const count = await rows.count();
  await expectNoViolations(page);
  await tabTo(page, /^Seguir a todos$/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`¿Seguir a estas ${count} personas?`);
  await question.getByRole('button', { name: 'Seguir a todos' }).press('Enter');
  await expect(rows.getByRole('button', { name: 'Siguiendo', exact: true })).toHaveCount(count);
  await tabTo(page, /^Siguiente$/);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/bienvenida?paso=lectura');
  await expect(page.getByRole('heading', { level: 1, name: 'Quién puede leerte' })).toBeFocused();
  await expect(page.getByText('Paso 3 de 3')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Cualquiera, también sin cuenta' })).toBeChecked();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const members = page.getByRole('radio', { name: 'Solo quienes tienen cuenta' });
  await expect(members).toBeChecked();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await expect(members).toBeFocused();
  await tabTo(page, /^Listo$/);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/feed');
  await expect(page.getByRole('article').filter({ hasText: 'Dale Boca, dice' }).first()).toBeVisible();
  await expect(card(page)).toHaveCount(0);

  const topic = `debut${crypto.randomUUID().slice(0, 8)}`;
  await composer(page).focus();
  await page.keyboard.type(`Primera vez acá #${topic}`);
  await page.keyboard.press('Control+Enter');
  const first = post(page, `Primera vez acá #${topic}`);
  await first.getByRole('link', { name: `#${topic}` }).press('Enter');
  await expect(page).toHaveURL(`/tema/${topic}`);
  await expect(first).toBeVisible();
  // A job lists the topics of new posts.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('1 publicación de 1 persona en 7 días')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto('/feed?tab=paraVos');
  await page.getByRole('combobox', { name: 'Cuadro' }).selectOption({ label: 'Mi cuadro' });
  await expect(first).toBeVisible();
  await expect(first.getByRole('img', { name: 'Hincha de Boca Juniors' })).toBeVisible();
});

test('the first steps keep their place, go back on Volver, and are put off by Ahora no', async ({ join }) => {
  const { page } = await join('Pablo Paciente', { firstSteps: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await recordShifts(page);
  await page.goto('/feed');
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buscar hinchas' })).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Buscar hinchas' }).click();
  await expect(page.getByText('Paso 2 de 3')).toBeVisible();
  await page.goto('/bienvenida');
  await page.getByRole('button', { name: 'Saltar' }).click();
  await expect(page.getByText('Paso 2 de 3')).toBeVisible();
  await page.getByRole('button', { name: 'Saltar' }).click();
  await expect(page.getByText('Paso 3 de 3')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('Paso 1 de 3')).toBeVisible();

  await page.goto('/feed');
  await card(page).getByRole('button', { name: 'Ahora no' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Siguiendo' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
