import { expect, test } from 'vitest';

import { documentTitle } from './document-title.ts';

const title = (title: string, unread = 0) => documentTitle({ title, site: 'La Cancha', unread });

test('the title names the screen and the site, and the feed only the site', () => {
  expect(title('Guardados')).toBe('Guardados · La Cancha');
  expect(title('')).toBe('La Cancha');
});

test('unread notifications are counted in front', () => {
  expect(title('', 3)).toBe('(3) La Cancha');
  expect(title('Guardados', 99)).toBe('(99) Guardados · La Cancha');
  expect(title('', 100)).toBe('(99+) La Cancha');
});
