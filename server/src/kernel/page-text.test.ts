import { expect, it } from 'vitest';

import { Signer } from '../platform/secrets/signed.ts';
import { bytesOf } from './bytes.ts';
import { type AnswerSlot, BoundedSlot, pageAnswer } from './page-text.ts';

const signer = new Signer('a secret that only tests know');
const items = ['{"text":"¡Gol! ⚽"}', '{}'].map(bytesOf);
const textOf = ({ text }: { text: string | Buffer }) => Buffer.from(text as string, 'latin1').toString();

it('a page with a slot is answered with the same bytes each time, as one without is', () => {
  const slot: AnswerSlot = {};
  const plain = pageAnswer(signer, 'a', { items, next: 'n' }, { unread: 2 });
  const first = pageAnswer(signer, 'a', { items, next: 'n', slot }, { unread: 2 });
  expect(textOf(first)).toBe(textOf(plain));
  expect(JSON.parse(textOf(first))).toMatchObject({ items: [{ text: '¡Gol! ⚽' }, {}], unread: 2 });
  expect(pageAnswer(signer, 'a', { items: [], next: 'n', slot }, { unread: 2 })).toBe(first);
});

it('the answer of one list is not that of another, nor one with other numbers', () => {
  const slot: AnswerSlot = {};
  const answer = (list: string, unread: number) =>
    textOf(pageAnswer(signer, list, { items, next: 'n', slot }, { unread }));
  const first = answer('a', 1);
  expect(answer('b', 1)).not.toBe(first);
  expect(JSON.parse(answer('a', 3))).toMatchObject({ unread: 3 });
  expect(answer('a', 1)).toBe(first);
});

it('slots with a bound keep 16 MB together, and each can be emptied', () => {
  const item = `"${'a'.repeat(100_000)}"`;
  const slots = Array.from({ length: 300 }, () => new BoundedSlot());
  for (const slot of slots) pageAnswer(signer, 'a', { items: [item], next: null, slot });
  const bytes = slots.map(({ answer }) => answer?.text.length ?? 0);
  const total = bytes.reduce((sum, length) => sum + length, 0);
  expect(total).toBeGreaterThan(15e6);
  expect(total).toBeLessThanOrEqual(16 * 1024 * 1024);
  const full = slots.findLast(({ answer }) => answer !== undefined)!;
  full.answer = undefined;
  expect(full.answer).toBeUndefined();
});
