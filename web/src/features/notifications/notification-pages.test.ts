import { expect, test } from 'vitest';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import {
  firstPage,
  type NotificationPages,
  rowsOf,
  unreadOf,
  withHead,
  withNew,
  withRead,
} from './notification-pages.ts';

const idOf = (n: number) => String(n).padStart(3, '0');

function item(n: number, more: Partial<Notification> = {}): Notification {
  return {
    id: idOf(n),
    type: 'like',
    actorId: `actor ${n}`,
    actorName: 'Ana',
    actorHandle: 'ana',
    actorAvatar: null,
    text: 'Ana le dio Me gusta a tu publicación',
    postId: 'p',
    link: null,
    textSnippet: null,
    createdAt: '2026-06-01T12:00:00.000Z',
    read: false,
    ...more,
  };
}

/** Newest first, from `from` down to `to`. */
const items = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => item(from - i, { postId: `p${from - i}` }));
const numbers = (list: NotificationPages) => list.pages.map((page) => page.items.map(({ id }) => Number(id)));
const range = (from: number, to: number) => items(from, to).map(({ id }) => Number(id));

const threePages: NotificationPages = {
  pages: [
    { items: items(60, 41), cursor: 'c2' },
    { items: items(40, 21), cursor: 'c3' },
    { items: items(20, 1), cursor: null },
  ],
  pageParams: [null, 'c2', 'c3'],
};

test('a new head pushes down what stood on top, and nothing is twice or missing', () => {
  const list = withHead(threePages, { items: items(65, 46), cursor: 'h2' });
  expect(numbers(list)).toEqual([range(65, 46), range(45, 21), range(20, 1)]);
  expect(list.pageParams).toHaveLength(list.pages.length);
  expect(list.pages.at(-1)?.cursor).toBeNull();
});

test('the same head again changes only its items', () => {
  const read = Array.from({ length: 20 }, (_, i) => item(60 - i, { read: true }));
  const list = withHead(threePages, { items: read, cursor: 'c2' });
  expect(numbers(list)).toEqual(numbers(threePages));
  expect(unreadOf(list, 'all')).toHaveLength(40);
});

test('a deleted item leaves the list', () => {
  const fewer = items(60, 40).filter(({ id }) => id !== idOf(50));
  const list = withHead(threePages, { items: fewer, cursor: 'h2' });
  expect(numbers(list).flat()).toEqual(range(60, 1).filter((n) => n !== 50));
});

test('with a gap below the new page the list restarts', () => {
  const list = withHead(threePages, { items: items(90, 71), cursor: 'h2' });
  expect(numbers(list)).toEqual([range(90, 71)]);
  expect(list).toMatchObject({ pages: [{ cursor: 'h2' }], pageParams: [null] });
});

test('a head without a next page is the whole list', () => {
  expect(numbers(withHead(threePages, { items: items(60, 58), cursor: null }))).toEqual([[60, 59, 58]]);
  expect(numbers(withHead(threePages, { items: [], cursor: null }))).toEqual([[]]);
});

test('a single page is replaced by the newer one, which says how it goes on', () => {
  const list = withHead(firstPage({ items: items(40, 21), cursor: 'c2' }), {
    items: items(41, 22),
    cursor: 'h2',
  });
  expect(list).toEqual(firstPage({ items: items(41, 22), cursor: 'h2' }));
});

test('a new item comes on top, once', () => {
  const once = withNew(threePages, item(61, { postId: 'p61' }));
  expect(numbers(once)[0]).toEqual(range(61, 41));
  expect(numbers(withNew(once, item(61, { postId: 'p61' })))).toEqual(numbers(once));
});

test('a further comment takes the place of the earlier one, a like does not', () => {
  const comment = { type: 'comment', actorId: 'actor 30' } as const;
  const before = withNew(threePages, item(61, comment));
  const after = withNew(before, item(62, { ...comment, textSnippet: 'Otro' }));
  expect(numbers(after).flat()).toEqual([62, ...range(60, 1)]);
});

test('a further comment keeps its row, also while a page below still holds the earlier one', () => {
  const comment = { type: 'comment', actorId: 'actor 30' } as const;
  const before = withNew(threePages, item(61, comment));
  const after = { ...before, pages: [{ items: [item(62, comment)], cursor: 'h2' }, ...before.pages] };
  expect(rowsOf(after).map(([, { id }]) => Number(id))).toEqual([62, ...range(60, 1)]);
  expect(rowsOf(after)[0]?.[0]).toBe(rowsOf(before)[0]?.[0]);
});

test('items without an actor never take each other’s place', () => {
  const nobody = { type: 'other', actorId: null, postId: null } as const;
  const list = withNew(withNew(threePages, item(61, nobody)), item(62, nobody));
  expect(numbers(list)[0]?.slice(0, 2)).toEqual([62, 61]);
});

test('items are marked as read on every page, and back', () => {
  const some = [idOf(60), idOf(1), 'unknown'];
  const read = withRead(threePages, some, true);
  expect(unreadOf(read, 'all')).toHaveLength(58);
  expect(unreadOf(read, some)).toEqual([]);
  expect(withRead(read, some, false)).toEqual(threePages);
  expect(unreadOf(withRead(threePages, 'all', true), 'all')).toEqual([]);
  expect(unreadOf(undefined, 'all')).toEqual([]);
});

test('a new like joins the group of its post, which moves to the top', () => {
  const group = item(30, { count: 2, others: [{ uid: 'actor 29', displayName: 'Beto', avatar: null }] });
  const list: NotificationPages = firstPage({ items: [item(40, { postId: 'q' }), group], cursor: null });
  const [top, ...rest] = withNew(list, item(61, { actorName: 'Caro' })).pages[0]!.items;
  expect(top).toMatchObject({
    id: idOf(61),
    count: 3,
    text: 'Caro, Ana y 1 más le dieron Me gusta a tu publicación',
    others: [{ uid: 'actor 30' }, { uid: 'actor 29' }],
  });
  expect(rest.map(({ id }) => id)).toEqual([idOf(40)]);
});

test('a new like does not join what was read, is another post’s, or began more than seven days before', () => {
  for (const other of [{ read: true }, { postId: 'q' }, { createdAt: '2026-05-25T11:59:59.000Z' }]) {
    const list = withNew(firstPage({ items: [item(30, other)], cursor: null }), item(61));
    expect(numbers(list)).toEqual([[61, 30]]);
  }
});

test('a new head takes the older items of its groups out of the pages below', () => {
  const groups = [item(65), ...Array.from({ length: 19 }, (_, i) => item(59 - i, { postId: `p${i}` }))];
  const older: NotificationPages = {
    pages: [
      { items: Array.from({ length: 20 }, (_, i) => item(60 - i, { postId: `p${i}` })), cursor: 'c2' },
      { items: [item(30), item(29, { postId: 'z' })], cursor: null },
    ],
    pageParams: [null, 'c2'],
  };
  expect(numbers(withHead(older, { items: groups, cursor: 'h2' })).flat()).not.toContain(30);
  expect(numbers(withHead(older, { items: groups, cursor: 'h2' })).flat()).toContain(29);
});
