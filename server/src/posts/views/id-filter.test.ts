import { expect, it } from 'vitest';

import { newId } from '../../kernel/ids.ts';
import { hashOfId, IdFilter } from './id-filter.ts';

const idsOf = (count: number) => Array.from({ length: count }, () => newId(new Date()));

it.each([0, 1, 20, 500, 2_000])('knows all of %i ids, and hardly any others', (count) => {
  const ids = idsOf(count);
  const filter = new IdFilter(new Map(ids.map((id) => [id, true])));
  expect(ids.every((id) => filter.mayHave(hashOfId(id)))).toBe(true);
  const wrong = idsOf(10_000).filter((id) => filter.mayHave(hashOfId(id)));
  // Above a thousand ids it is fuller than meant.
  expect(wrong.length).toBeLessThan(count > 1_000 ? 600 : 120);
});

it('knows ids that come later', () => {
  const filter = new IdFilter(new Map());
  const [id = ''] = idsOf(1);
  expect(filter.mayHave(hashOfId(id))).toBe(false);
  filter.add(id);
  expect(filter.mayHave(hashOfId(id))).toBe(true);
});
