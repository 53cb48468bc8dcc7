import { describe, expect, test } from 'vitest';

import { fill } from './grammar.ts';
import { createRandom } from './random.ts';

const filled = (template: string, ...phrases: Record<string, string[]>[]) =>
  fill(template, phrases, createRandom(1));

describe('filling a template', () => {
  test('fills blanks in inserted phrases too', () => {
    expect(filled('{a}!', { a: ['vamos {b}'], b: ['Ferro'] })).toBe('Vamos Ferro!');
  });

  test('uses the first dictionary that has the phrase', () => {
    expect(filled('{club}', { club: ['Ferro'] }, { club: ['Boca'] })).toBe('Ferro');
  });

  test('chooses one of the alternatives', () => {
    expect(['Gol', 'Gooool']).toContain(filled('g[o|oooo]l'));
  });

  test('contracts a and de with the article, but only as whole words', () => {
    expect(filled('{p} de el barrio, a el pie', { p: ['sabía el nombre'] })).toBe(
      'Sabía el nombre del barrio, al pie',
    );
    expect(filled('de El Palomar')).toBe('De El Palomar');
  });

  test('capitalises sentences, also after opening punctuation', () => {
    expect(filled('uno. dos! ¿tres? «cuatro»\ncinco: seis')).toBe('Uno. Dos! ¿Tres? «Cuatro»\nCinco: seis');
  });

  test('leaves no space before punctuation or at the end of a line', () => {
    expect(filled('gol {e} .\nsí {e}', { e: [''] })).toBe('Gol.\nSí');
  });

  test('refuses an unknown name', () => {
    expect(() => filled('{nada}', {})).toThrow('No phrases named nada');
  });
});
