import { expect, test } from 'vitest';

import { smallerPictures } from './smaller-pictures.ts';

const post = '/media/users/u/posts/p.jpg';

test('a small picture is chosen among the copies', () => {
  expect(smallerPictures(post, 44)).toEqual({
    src: post,
    srcSet: `${post}?w=96 96w, ${post}?w=224 224w, ${post}?w=720 720w`,
    sizes: '44px',
  });
});

test('a version stays in the address', () => {
  const { srcSet } = smallerPictures('/media/avatars/u/avatar.jpg?v=0123456789abcdef', 44);
  expect(srcSet).toMatch(/^\/media\/avatars\/u\/avatar\.jpg\?v=0123456789abcdef&w=96 96w,/);
});

test('the file itself is offered where it is larger, and a file that is hardly larger than a copy has none', () => {
  expect(smallerPictures(post, '100vw', 1600).srcSet).toMatch(/\?w=720 720w, \S+p\.jpg 1600w$/);
  expect(smallerPictures(post, '100vw', 720)).toEqual({ src: post });
  expect(smallerPictures(post, '100vw', null)).toEqual({ src: post });
});

test('files at another host, files being uploaded and drawings have no copies', () => {
  for (const src of ['https://cdn.example/users/u/posts/p.jpg', 'blob:http://localhost/1', '/favicon.svg'])
    expect(smallerPictures(src, 44)).toEqual({ src });
});
