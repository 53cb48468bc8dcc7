import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { costGrowth } from '../../../test/cost-growth.ts';
import { limits } from '../limits.ts';
import { codePoints } from '../text.ts';
import { foldLetters } from './fold-letters.ts';
import { splitText, type TextPart, topicsOf, withShortLinks } from './split-text.ts';
import { topicKey } from './topics.ts';

describe('splitText', () => {
  const kinds = (text: string) => splitText(text).map((part) => `${part.kind}:${part.text}`);

  it('splitText finds URLs and mentions without trailing punctuation', () => {
    expect(kinds('Mirá https://ole.com.ar/a, @juan. Y www.afa.org.ar!')).toEqual([
      'text:Mirá ',
      'url:https://ole.com.ar/a',
      'text:, ',
      'mention:@juan',
      'text:. Y ',
      'url:www.afa.org.ar',
      'text:!',
    ]);
  });

  it('splitText finds no mention in an e-mail address and no link with another scheme', () => {
    expect(kinds('ana@club.com javascript:alert(1)')).toEqual(['text:ana@club.com javascript:alert(1)']);
  });

  it.each([
    ['@josé', []],
    ['@María, @lucía', []],
    ['@abcdefghijklmnopqrstu', []],
    ['@juan.pérez', []],
    ['peñ@gmail.com', []],
    ['@ab', []],
    ['@abcdefghijklmnopqrst', ['mention:@abcdefghijklmnopqrst']],
    ['(@Juan), ❤️@la_12!', ['mention:@Juan', 'mention:@la_12']],
  ])('a mention is a whole word: «%s»', (text, mentions) => {
    expect(kinds(text).filter((kind) => !kind.startsWith('text:'))).toEqual(mentions);
  });

  it.each([
    ['https://es.wikipedia.org/wiki/Racing_(Córdoba) dale', 'https://es.wikipedia.org/wiki/Racing_(Córdoba)'],
    [
      '(https://es.wikipedia.org/wiki/Racing_(Córdoba)), che',
      'https://es.wikipedia.org/wiki/Racing_(Córdoba)',
    ],
    ['(https://ole.com.ar/a)', 'https://ole.com.ar/a'],
    ['“https://ole.com.ar/a”', 'https://ole.com.ar/a'],
    ['‘https://ole.com.ar’', 'https://ole.com.ar'],
    ['*https://ole.com.ar*', 'https://ole.com.ar'],
    ['Https://ole.com.ar/a', 'Https://ole.com.ar/a'],
    ['Www.ole.com.ar', 'Www.ole.com.ar'],
    ['https://ole.com.ar/a\u200B', 'https://ole.com.ar/a'],
  ])('the link in «%s»', (text, link) => {
    const links = splitText(text).filter(({ kind }) => kind === 'url');
    expect(links.map((part) => part.text)).toEqual([link]);
  });

  it('splitText preserves the whole text', () => {
    fc.assert(
      fc.property(
        fc.string({
          maxLength: 300,
          unit: fc.constantFrom(
            '@',
            'w',
            'h',
            't',
            'p',
            's',
            ':',
            '/',
            '.',
            ' ',
            'ñ',
            '-',
            '_',
            '!',
            ')',
            '1',
            '#',
          ),
        }),
        (text) => {
          return (
            splitText(text)
              .map((part) => part.text)
              .join('') === text
          );
        },
      ),
    );
  });

  it.each<[string, (size: number) => string]>([
    ['dots in a host', (size) => `https://a${'.'.repeat(size)}a`],
    ['dots without a host', (size) => `https://${'.'.repeat(size)}`],
    ['brackets', (size) => `https://a${'('.repeat(size / 2)}${')'.repeat(size / 2)}`],
    ['beginnings of links', (size) => 'www.'.repeat(size / 4)],
    ['mentions', (size) => '@a'.repeat(size / 2)],
    ['topics', (size) => '#a'.repeat(size / 2)],
    ['letters of a topic', (size) => `#${'a'.repeat(size)}`],
    ['digits of a topic', (size) => `#${'1'.repeat(size)}`],
  ])('the cost of a text of %s grows no faster than the text', (_, make) => {
    const texts = new Map([250, 2_000].map((size) => [size, make(size)]));
    // Eight times the text; a look back from each character would make it 64.
    expect(costGrowth((size) => splitText(texts.get(size)!), [250, 2_000])).toBeLessThan(24);
  });
});

it('a text that cannot be clicked shows its links short and everything else as it is', () => {
  const text = 'Miren https://www.ole.com.ar/futbol-primera/una-nota-larguisima.html?x=1, @nadia.\nChau';
  expect(withShortLinks(text)).toBe('Miren ole.com.ar/futbol-primera/una-…, @nadia.\nChau');
});

describe('topics', () => {
  const topics = (text: string) =>
    splitText(text).flatMap((part) => (part.kind === 'topic' ? [`${part.text} ${part.key}`] : []));

  it.each([
    ['#Clásico', ['#Clásico clasico']],
    ['Hoy (#RiverPlate), #BOCA.', ['#RiverPlate riverplate', '#BOCA boca']],
    ['¡#Dale!…#Vamos', ['#Dale dale', '#Vamos vamos']],
    ['#año y #ano', ['#año año', '#ano ano']],
    ['#an\u0303o #Cla\u0301sico', ['#an\u0303o año', '#Cla\u0301sico clasico']],
    ['#La12 #12deoctubre #_la_', ['#La12 la12', '#12deoctubre 12deoctubre', '#_la_ _la_']],
    ['-#a', ['#a a']],
    ['❤️#Boca💙#River', ['#Boca boca', '#River river']],
    ['línea\n#Fecha7-#Var', ['#Fecha7 fecha7', '#Var var']],
    ['#日本 #Ａｂｃ', ['#日本 日本', '#Ａｂｃ abc']],
    [`#${'á'.repeat(50)}`, [`#${'á'.repeat(50)} ${'a'.repeat(50)}`]],
    ['https://ole.com.ar/a #gol', ['#gol gol']],
  ])('the topics of «%s»', (text, keys) => {
    expect(topics(text)).toEqual(keys);
  });

  it.each([
    '#10',
    '#',
    '#_',
    '#1_2',
    '##gol',
    'a#gol',
    'ñ#gol',
    '7#gol',
    '_#gol',
    '&#x27;',
    '/#gol',
    '@#gol',
    'C#',
    '# gol',
    '#!',
    `#${'a'.repeat(51)}`,
    '#\u0301gol',
    '#️⃣',
    'https://ole.com.ar/nota#gol',
    'https://ole.com.ar/?q=(#gol)',
    'Https://ole.com.ar/?q=(#gol)',
    'https://ana@evil.com/,#gol',
    'www.ole.com.ar/nota?a=#gol',
    'ole.com.ar/nota#gol',
    'ole.com.ar/#gol',
    '#www.ole.com.ar',
    '#https://ole.com.ar',
    // Folds to four words.
    '#ﷺ',
  ])('«%s» has no topic', (text) => {
    expect(topics(text)).toEqual([]);
  });

  const piece = fc.constantFrom(
    ...'## aÁñN7_&/@.-(\n日½Ⅳ\u0303\u0301'.split(''),
    'https://',
    'www.',
    'ﬁ',
    'İ',
    'ẞ',
    '👍🏽',
    'ﷺ',
  );

  it('a topic stands where it is cut from, behind no letter, and its key is its folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 120 }), (text) => {
        const parts = splitText(text);
        for (const [i, part] of parts.entries()) {
          if (part.kind !== 'topic') continue;
          const joinTexts = (some: readonly TextPart[]) => some.map((one) => one.text).join('');
          expect(joinTexts(parts.slice(0, i))).not.toMatch(/[\p{L}\p{N}_&/#@]$/u);
          expect(joinTexts(parts.slice(i + 1))).not.toMatch(/^[\p{L}\p{M}\p{N}_]/u);
          expect(part.key).toBe(foldLetters(part.text.slice(1)));
          expect(part.key).toMatch(/^(?=.*\p{L})[\p{L}\p{N}_]{1,50}$/u);
        }
      }),
    );
  });

  it('the key of a key is itself', () => {
    const word = fc.string({
      unit: fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 1 })),
      maxLength: 40,
    });
    fc.assert(
      fc.property(word, (spelling) => {
        for (const { key } of topicsOf(`#${spelling}`)) {
          expect(topicsOf(`#${key}`)).toEqual([{ key, spelling: key }]);
        }
      }),
    );
  });

  it('a topic has one key in any case, with and without accents', () => {
    const word = fc.string({
      unit: fc.constantFrom(...Array.from('aáeéiíoóuúüñbcz1_')),
      minLength: 1,
      maxLength: 50,
    });
    const plain = (text: string) =>
      text.replaceAll(/[áéíóúü]/g, (letter) => letter.normalize('NFD').charAt(0));
    fc.assert(
      fc.property(word, (spelling) => {
        const key = topicKey(spelling);
        expect(topicKey(spelling.toUpperCase())).toBe(key);
        expect(topicKey(plain(spelling))).toBe(key);
        expect([null, plain(spelling)]).toContain(key);
      }),
    );
  });

  it('the first ten different topics of a text count, each in its first spelling', () => {
    const text = '#Gol #gol #GOL #b #c #d #e #f #g #h #i #j #k #l';
    expect(topicsOf(text).map(({ spelling }) => spelling)).toEqual(['Gol', ...Array.from('bcdefghij')]);
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 200 }), (any) => {
        const topics = topicsOf(any);
        expect(topics.length).toBeLessThanOrEqual(limits.topicsIndexed);
        expect(new Set(topics.map(({ key }) => key)).size).toBe(topics.length);
        for (const { key, spelling } of topics) {
          expect(any).toContain(`#${spelling}`);
          expect(codePoints(key)).toBeLessThanOrEqual(limits.topic);
        }
      }),
    );
  });
});
