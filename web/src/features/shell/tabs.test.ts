import { expect, test } from 'vitest';

import { isCurrentTab, tabsFor } from './tabs.ts';

test('the tabs are in the order of the specification, the admin’s last', () => {
  const member = ['/feed', '/buscar', '/guardados', '/perfil', '/editar'];
  expect(tabsFor(false).map((tab) => tab.href)).toEqual(member);
  expect(tabsFor(true).map((tab) => tab.href)).toEqual([...member, '/admin']);
});

test('one address marks one tab at most', () => {
  const current = (path: string) =>
    tabsFor(true)
      .map((tab) => tab.href)
      .filter((href) => isCurrentTab(href, path, 'Yo'));
  expect(current('/feed')).toEqual(['/feed']);
  expect(current('/feed/')).toEqual(['/feed']);
  expect(current('/FEED')).toEqual(['/feed']);
  expect(current('/perfil')).toEqual(['/perfil']);
  expect(current('/perfil/Yo')).toEqual(['/perfil']);
  expect(current('/perfil/otra')).toEqual([]);
  expect(current('/editar-perfil')).toEqual(['/editar']);
  expect(current('/admin/ads')).toEqual(['/admin']);
  expect(current('/p/1')).toEqual([]);
});
