import { expect, test } from 'vitest';

import { shortAddress, storyWords } from './story-words.ts';

test('addresses lose the parts that are useless on a picture', () => {
  expect(shortAddress('https://www.ole.com.ar/')).toBe('ole.com.ar');
  expect(shortAddress('https://ole.com.ar/river?x=1')).toBe('ole.com.ar/river?x=1');
  expect(shortAddress(`https://ole.com.ar/${'largo/'.repeat(20)}`)).toMatch(/^ole\.com\.ar\/largo.{0,15}…$/);
});

test('the text around addresses and mentions stays, and both are told apart', () => {
  const { text, accents } = storyWords('Lo dijo @facu_10: https://www.ole.com.ar/nota.\nMirá.');
  expect(text).toBe('Lo dijo @facu_10: ole.com.ar/nota.\nMirá.');
  expect([...accents]).toEqual(['@facu_10', 'ole.com.ar/nota']);
});
