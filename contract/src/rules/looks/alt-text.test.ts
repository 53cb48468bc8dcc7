import { expect, test } from 'vitest';

import { filesIn, imageAlt, moreImages, moreMark } from './alt-text.ts';

test('a picture is called by its description, else by its place', () => {
  const files = [{}, { alt: 'La bandera' }, {}];
  expect(files.map((_, n) => imageAlt(files, n))).toEqual([
    'Imagen 1 de 3, sin descripción',
    'La bandera',
    'Imagen 3 de 3, sin descripción',
  ]);
});

test('the files of a post are its attachments, or its only file', () => {
  expect(filesIn({ media: null })).toEqual([]);
  expect(filesIn({ media: 'a' })).toEqual(['a']);
  expect(filesIn({ media: 'a', attachments: ['a', 'b'] })).toEqual(['a', 'b']);
});

test('the first picture says how many more there are', () => {
  expect([moreMark(['a']), moreMark(['a', 'b'])]).toEqual(['', '+1']);
  expect([moreImages(['a', 'b']), moreImages(['a', 'b', 'c'])]).toEqual([
    'y 1 imagen más',
    'y 2 imágenes más',
  ]);
});
