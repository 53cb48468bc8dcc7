import { expect, it } from 'vitest';

import { samplePost } from '../../api/sample-post.ts';
import { hotCounts, hotLine } from './hot-line.ts';

it('a text of several lines is one line', () => {
  expect(hotLine(samplePost('1', { text: ' Gol\n\n  de Racing ' }))).toBe('Gol de Racing');
});

it('a post without text says what it consists of', () => {
  const bare = samplePost('1', { text: '' });
  const media = { url: '/x', width: 1, height: 1, color: null };
  const options = { a: { text: 'Boca', votes: 0 }, b: { text: 'River', votes: 0 } };
  const poll = { options, order: ['a' as const, 'b' as const], totalVotes: 0, closesAt: '' };
  expect(hotLine({ ...bare, poll })).toBe('Encuesta: Boca / River');
  expect(hotLine({ ...bare, media: { ...media, type: 'image' } })).toBe('Foto');
  expect(hotLine({ ...bare, media: { ...media, type: 'video' } })).toBe('Video');
  expect(hotLine({ ...bare, link: 'https://ole.com.ar' })).toBe('https://ole.com.ar');
  expect(hotLine({ ...bare, quoteOf: 'x' })).toBe('Citó una publicación');
});

it('a covered post shows only its warning', () => {
  const warning = { kind: 'otra', label: 'Final de la serie' } as const;
  expect(hotLine(samplePost('1', { text: 'Gana el malo', warning }))).toBe('Final de la serie');
});

it('counts are Argentine numbers, and zero is left out', () => {
  expect(hotCounts({ likesCount: 2002, commentsCount: 1 })).toBe('2.002 me gusta · 1 comentario');
  expect(hotCounts({ likesCount: 0, commentsCount: 3 })).toBe('3 comentarios');
});
