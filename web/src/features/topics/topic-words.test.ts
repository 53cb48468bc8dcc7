import { expect, test } from 'vitest';

import { topicCounts, withTopic } from './topic-words.ts';

test.each([
  [0, 0, '0 publicaciones de 0 personas en 7 días'],
  [1, 1, '1 publicación de 1 persona en 7 días'],
  [3, 1, '3 publicaciones de 1 persona en 7 días'],
  [12_000, 1340, '12.000 publicaciones de 1.340 personas en 7 días'],
])('%i posts of %i people are counted in words', (posts7d, people7d, words) => {
  expect(topicCounts({ posts7d, people7d })).toBe(words);
});

test('a topic goes to the end of a draft once, if there is room', () => {
  expect(withTopic('', 'Clásico')).toBe('#Clásico ');
  expect(withTopic('Qué partido\n', 'Clásico')).toBe('Qué partido #Clásico ');
  expect(withTopic('Este #clasico', 'Clásico')).toBe('Este #clasico');
  const full = 'a'.repeat(1995);
  expect(withTopic(full, 'Clásico')).toBe(full);
});
