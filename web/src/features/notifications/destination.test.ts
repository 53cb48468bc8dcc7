import { expect, test } from 'vitest';

import { destinationOf } from './destination.ts';

const origin = 'https://tablon.example';
const to = (pointers: { link?: string; postId?: string; actorId?: string }) =>
  destinationOf({ link: null, postId: null, actorId: null, ...pointers }, origin);
const all = { postId: 'p1', actorId: 'u1' };

test('first the item’s own link, else the post, else the actor, else the feed', () => {
  expect(to({ ...all, link: 'https://ole.com.ar/a?b#c' })).toEqual({
    href: 'https://ole.com.ar/a?b#c',
    isOutside: true,
    hint: 'Abrir enlace',
  });
  expect(to(all)).toEqual({ href: '/p/p1', isOutside: false, hint: 'Abrir publicación' });
  expect(to({ actorId: 'u1' })).toEqual({ href: '/perfil/u1', isOutside: false, hint: 'Ver perfil' });
  expect(to({})).toMatchObject({ href: '/feed', isOutside: false });
});

test.each([
  ['/perfil/u2?tab=media', '/perfil/u2?tab=media'],
  ['https://tablon.example/p/p2#c', '/p/p2#c'],
])('the link %s stays on the site', (link, href) => {
  expect(to({ ...all, link })).toEqual({ href, isOutside: false, hint: 'Abrir enlace' });
});

test.each([
  ['ole.com.ar', 'https://ole.com.ar/'],
  ['http://tablon.example/p/p2', 'http://tablon.example/p/p2'],
  ['//otro.example/x', 'https://otro.example/x'],
])('the link %s leads outside', (link, href) => {
  expect(to({ ...all, link })).toEqual({ href, isOutside: true, hint: 'Abrir enlace' });
});

test.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'gol', '', ' '])(
  'the link %j counts as none',
  (link) => {
    expect(to({ ...all, link })).toEqual({ href: '/p/p1', isOutside: false, hint: 'Abrir publicación' });
  },
);
