import { expect, test } from 'vitest';

import { topicCompletions } from './topic-completions.ts';

const topics = [
  { tag: 'clasico', display: 'Clásico', people7d: 9 },
  { tag: 'clasicazo', display: 'Clasicazo', people7d: 2 },
];
const texts = (prefix: string) => topicCompletions(topics, prefix).map(({ text }) => text);

test('a topic is completed to its display', () => {
  expect(texts('CLA')).toEqual(['#Clásico', '#Clasicazo']);
  expect(texts('clasica')).toEqual(['#Clasicazo']);
});

test('a typed topic keeps its spelling when it differs only in case and accents', () => {
  const more = [...topics, { tag: 'clasicos', display: 'Clasicos', people7d: 1 }];
  expect(topicCompletions(more, 'CLASICO').map(({ text }) => text)).toEqual(['#CLASICO', '#Clasicos']);
});

test('a whole topic needs no completion', () => {
  expect(texts('clásico')).toEqual([]);
});
