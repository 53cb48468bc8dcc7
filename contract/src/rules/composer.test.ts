import { expect, it } from 'vitest';

import { hasContent } from './composer.ts';

const empty = { text: '', link: '', hasMedia: false, options: null };

it.each([
  [empty, false],
  [{ ...empty, text: ' \n ' }, false],
  [{ ...empty, text: '\u200B\u3164' }, false],
  [{ ...empty, text: 'gol' }, true],
  [{ ...empty, link: 'ole.com.ar' }, true],
  [{ ...empty, link: 'javascript:alert(1)' }, false],
  [{ ...empty, hasMedia: true }, true],
  [{ ...empty, options: ['sí', ' '] }, false],
  [{ ...empty, options: ['sí', '\u200B'] }, false],
  [{ ...empty, options: ['sí', '', 'no'] }, true],
])('the draft %j can be published: %s', (draft, canPublish) => {
  expect(hasContent(draft)).toBe(canPublish);
});
