import { describe, expect, test } from 'vitest';

import { fill } from './grammar.ts';
import { createRandom } from './random.ts';

const filled = (template: string, ...phrases: Record<string, string[]>[]) =>
  fill(template, phrases, createRandom(1));

describe('filling a template', () => {
  test('fills blanks within what fills a blank', () => {
    expect(filled('{a}!', { a: ['vamos {b}'], b: ['Ferro'] })).toBe('Vamos Ferro!');
  });

  test('takes a phrase from the first place that has it', () => {
    expect(filled('{club}', { club: ['Ferro'] }, { club: ['Boca'] })).toBe('Ferro');
  });

  test('takes one of the alternatives', () => {
    expect(['Gol', 'Gooool']).toContain(filled('g[o|oooo]l'));
  });

  test('joins a and de with the article, but only as words of their own', () => {
    expect(filled('{p} de el barrio, a el pie', { p: ['sabía el nombre'] })).toBe(
      'Sabía el nombre del barrio, al pie',
    );
    expect(filled('de El Palomar')).toBe('De El Palomar');
  });

  test('begins every sentence with a capital letter, behind what opens it too', () => {
    expect(filled('uno. dos! ¿tres? «cuatro»\ncinco: seis')).toBe('Uno. Dos! ¿Tres? «Cuatro»\nCinco: seis');
  });

  test('leaves no space before a full stop or at the end of a line', () => {
    expect(filled('gol {e} .\nsí {e}', { e: [''] })).toBe('Gol.\nSí');
  });

  test('refuses a name that nobody knows', () => {
    expect(() => filled('{nada}', {})).toThrow('No phrases named nada');
  });
});
