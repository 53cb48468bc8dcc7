import { expect, it } from 'vitest';

import { ownPath } from './own-path.ts';

it('an uploaded file has a path on the site, wherever answers name it', () => {
  expect(ownPath('/media/previews/a.jpg')).toBe('/media/previews/a.jpg');
  expect(ownPath('/media/avatars/u/avatar.jpg?v=1')).toBe('/media/avatars/u/avatar.jpg?v=1');
  expect(ownPath('https://cdn.example/tablon/users/u/posts/1_a.mp4')).toBe('/media/users/u/posts/1_a.mp4');
  expect(ownPath('https://cdn.example/avatars/u/avatar.0a.jpg')).toBe('/media/avatars/u/avatar.0a.jpg');
});

it.each([
  'https://otro.example/a.jpg',
  '//otro.example/previews/a.jpg',
  'javascript:/previews/a.jpg',
  'https://otro.example/previews/a.svg',
  '/media//otro.example/a.jpg',
])('%s is no uploaded file', (address) => {
  expect(ownPath(address)).toBeNull();
});
