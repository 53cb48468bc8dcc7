import { describe, expect, it } from 'vitest';

import { contentAt } from './report-address.ts';

const id = '0193a5b0-7c1d-7a00-8000-0123456789ab';
const other = '0193a5b0-7c1d-7a00-8000-ba9876543210';
const site = 'https://tablon.example';

describe('reported URL', () => {
  it.each([
    [`https://tablon.example/p/${id}`, { postId: id }],
    [`http://tablon.example/p/${id}/`, { postId: id }],
    [`  tablon.example/p/${id}?utm_source=x#comentarios `, { postId: id }],
    [`HTTPS://TABLON.EXAMPLE/perfil/${id}`, { uid: id }],
    [`/perfil/${id}`, { uid: id }],
    ['tablon.example/perfil/@Lu.Canalla', { handle: 'Lu.Canalla' }],
    ['https://tablon.example/@lu-canalla', { handle: 'lu-canalla' }],
    ['https://tablon.example/perfil/%40Lu.Canalla', { handle: 'Lu.Canalla' }],
    [`https://tablon.example:443/p/${id}`, { postId: id }],
    [`https://tablon.example/p/${id}?comentario=${other}`, { postId: id, commentId: other }],
    [`/p/${id}/?x=1&comentario=${other}#abajo`, { postId: id, commentId: other }],
    // The rule does not check whether the post exists.
    ['https://tablon.example/p/nada', { postId: 'nada' }],
  ])('the report URL %s is recognised', (address, target) => {
    expect(contentAt(address, site)).toEqual(target);
  });

  it.each([
    '',
    'hola',
    'https://tablon.example/',
    'https://tablon.example/feed',
    `https://otro.example/p/${id}`,
    `https://tablon.example.otro.example/p/${id}`,
    `https://tablon.example@otro.example/p/${id}`,
    `//otro.example/p/${id}`,
    `https://tablon.example:8443/p/${id}`,
    `https://tablon.example/p/${id}/x`,
    `https://tablon.example/p/${'x'.repeat(65)}`,
    `https://tablon.example/p/${id}?comentario=`,
    `https://tablon.example/p/${id}?comentario=${other}/x`,
    `https://tablon.example/p/${id}?comentario=${'x'.repeat(65)}`,
    '/perfil/@',
    '/@',
    '/p/@lu.canalla',
    `javascript:/p/${id}`,
    `ftp://tablon.example/p/${id}`,
    'http://[',
  ])('the report URL %s is rejected', (address) => {
    expect(contentAt(address, site)).toBeNull();
  });

  it('a local site can be reported under any loopback name', () => {
    expect(contentAt(`http://127.0.0.1:3000/p/${id}`, 'http://localhost:3000')).toEqual({ postId: id });
    expect(contentAt(`http://127.0.0.1:4000/p/${id}`, 'http://localhost:3000')).toBeNull();
    expect(contentAt(`http://127.0.0.1/p/${id}`, site)).toBeNull();
  });
});
