import { expect, test } from 'vitest';

import { samplePost } from '../../../../web/src/api/sample-post.ts';
import { quotedHint } from './quoted-hint.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const poll = {
  options: { a: { text: 'Sí', votes: 1 }, b: { text: 'No', votes: 0 } },
  order: ['a' as const, 'b' as const],
  totalVotes: 1,
  closesAt: '2026-11-21T11:00:00Z',
};

test('names the part that the small card leaves out', () => {
  expect(quotedHint(samplePost('a', { poll, link: 'https://a.ar' }), now)).toBe(
    'Encuesta · 1 voto · cerrada',
  );
  expect(quotedHint(samplePost('a', { link: 'https://www.ole.com.ar/x' }), now)).toBe('ole.com.ar');
  expect(quotedHint(samplePost('a', { quoteOf: 'b' }), now)).toBe('Cita otra publicación');
  expect(quotedHint(samplePost('a'), now)).toBe('');
});
