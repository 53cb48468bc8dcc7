import type { Locator, Page } from '@playwright/test';

import { inDatabase } from './database.ts';
import type { Person } from './person.ts';
import { expect } from './site.ts';

/** `dataDir` is that of a journey's own site. */
export async function makeAdmin(person: Person, dataDir?: string): Promise<Person> {
  await inDatabase('INSERT INTO admins VALUES ($1, now())', [person.uid], dataDir);
  return person;
}
export const revoke = ({ uid }: Person) => inDatabase('DELETE FROM admins WHERE uid = $1', [uid]);

export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Usuarios' }).getByRole('row').filter({ hasText: text });
export const userRows = (page: Page): Locator =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row', { name: /Activo|Suspendido/ });
export const latest = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Últimas publicaciones' }).getByRole('article').filter({ hasText: text });
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Buscar por @usuario o email' });

export async function findUsers(page: Page, q: string): Promise<void> {
  await searchBox(page).fill(q);
  await searchBox(page).press('Enter');
}

export async function confirmAlert(page: Page, name: string): Promise<void> {
  const button = page.getByRole('alertdialog').getByRole('button', { name, exact: true });
  await button.click();
  await expect(button).toHaveCount(0);
}

/** More than a page of users, old ones: other journeys look for their people among the newest. */
export async function addOldUsers(name: string): Promise<void> {
  for (let n = 0; n < 21; n++) {
    await inDatabase(
      `INSERT INTO users (uid, display_name, created_at, updated_at)
       SELECT gen_random_uuid(), $1, min(created_at) + interval '1 millisecond', now() FROM users`,
      [`${name} ${n}`],
    );
  }
}
