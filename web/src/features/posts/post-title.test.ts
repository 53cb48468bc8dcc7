import { expect, test } from 'vitest';

import { postTitle } from './post-title.ts';

const title = (text: string) => postTitle({ authorName: 'Nadia Arias', text });

test('the title of a post names its author and begins its text', () => {
  expect(title('Le aposté\n\nun mate.')).toBe('Nadia Arias: «Le aposté un mate.»');
  expect(title('Le aposté un mate a que Carrizo entra desde el arranque el lunes')).toBe(
    'Nadia Arias: «Le aposté un mate a que Carrizo entra desde el…»',
  );
});

test('a long word is cut between characters', () => {
  expect(title('⚽'.repeat(60))).toBe(`Nadia Arias: «${'⚽'.repeat(50)}…»`);
  expect(title(`${'a'.repeat(49)}🇦🇷🇦🇷`)).toBe(`Nadia Arias: «${'a'.repeat(49)}…»`);
});

test('a post without text is named by its author', () => {
  expect(title(' \n')).toBe('Publicación de Nadia Arias');
});

test('a covered post is titled by its warning', () => {
  const warning = { kind: 'spoiler', label: 'Spoiler' } as const;
  expect(postTitle({ authorName: 'Nadia Arias', text: 'Gana el malo', warning })).toBe(
    'Nadia Arias: «Spoiler»',
  );
});
