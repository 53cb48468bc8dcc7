import { expect, it } from 'vitest';

import { visiblePage } from './visible-page.ts';

// The numbers below `length`, four at a time; only those in `visible` show.
function pageOf({ from = 0, length, visible }: { from?: number; length: number; visible: number[] }) {
  return visiblePage({
    from,
    size: 3,
    maxStretches: 3,
    read: async (start) => {
      const rows = Array.from({ length: Math.min(4, length - start) }, (_, i) => start + i);
      return { rows, next: start + 4 < length ? start + 4 : null };
    },
    placeOf: (row) => row + 1,
    show: async (rows) => rows.map((row) => (visible.includes(row) ? `n${row}` : null)),
  });
}

it('a page that is full amid a stretch continues after its last row', async () => {
  const page = await pageOf({ length: 20, visible: [0, 1, 2, 3] });
  expect(page).toEqual({ items: ['n0', 'n1', 'n2'], next: 3 });
});

it('later rows fill the gaps of hidden ones', async () => {
  const page = await pageOf({ length: 20, visible: [1, 6, 9, 10] });
  expect(page).toEqual({ items: ['n1', 'n6', 'n9'], next: 10 });
});

it('a page that is full at the end of the list has none after it', async () => {
  expect(await pageOf({ length: 8, visible: [1, 2, 7] })).toEqual({ items: ['n1', 'n2', 'n7'], next: null });
  expect(await pageOf({ length: 8, visible: [1] })).toEqual({ items: ['n1'], next: null });
});

it('a page reads three stretches at most, and the next one goes on where it stopped', async () => {
  expect(await pageOf({ length: 20, visible: [1, 13] })).toEqual({ items: ['n1'], next: 12 });
  expect(await pageOf({ from: 12, length: 20, visible: [1, 13] })).toEqual({ items: ['n13'], next: null });
});
