import { expect, it } from 'vitest';

import { readPath, returnPath } from './return-path.ts';

it.each([
  '/feed',
  '/guardados',
  '/perfil',
  '/perfil/0192-a',
  '/p/abc?x=1',
  '/editar-perfil',
  '/perfil/@lu.canalla',
  '/@lu.canalla',
  '/cuenta',
  '/silenciados',
  '/bienvenida?paso=hinchas',
  '/admin/ads',
  '/admin/reportes',
  '/buscar?q=a',
  '/club/boca?tab=hinchas',
  '/clubes',
  '/tema/gol',
  '/tema/a%C3%B1o',
  '/guardados/',
])('after sign-in the page returns to %s', (path) => {
  expect(returnPath(path)).toBe(path);
});

it.each([
  null,
  '',
  '//evil.com',
  '//evil.com/feed',
  'http://tablon.invalid.evil.com/feed',
  'http://tablon.invalid@evil.com/feed',
  `/feed?x=${'a'.repeat(600)}`,
  '/\\evil.com',
  '\\\\evil.com',
  '/%09/evil.com',
  '/\t/evil.com',
  'https:evil.com',
  'https://evil.com/feed',
  'javascript:alert(1)',
  '/..//evil.com',
  '/.//evil.com',
  '/p/..//evil.com',
  '/%2f%2fevil.com',
  '@evil.com',
  '/feed\r\nLocation: //evil.com',
  '/ingresar',
  '/api/signOut',
  `/p/${'a'.repeat(5000)}`,
  '/feed/../../x',
  '/perfil/..//evil.com',
  '/perfil/@/../..//evil.com',
  '/perfil/@x@evil.com/',
  '/perfil/%2f%2fevil.com',
  '/admin/otra',
  '/tema/..//evil.com',
  '/tema/%2f%2fevil.com',
  '/club/',
  '/club/a/b',
])('after sign-in %j leads to the feed', (path) => {
  expect(returnPath(path)).toBe('/feed');
});

it('only a post, a person, a club or a topic is something that was read', () => {
  for (const path of ['/p/abc', '/@lu.canalla', '/perfil/0192-a', '/club/boca?tab=hinchas', '/tema/gol'])
    expect(readPath(path)).toBe(path);
  for (const path of [
    null,
    '/feed',
    '/guardados',
    '/perfil',
    '/clubes',
    '/p/..//evil.com',
    '//evil.com/p/abc',
  ])
    expect(readPath(path)).toBeNull();
});
