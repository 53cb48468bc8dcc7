import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { codePoints } from '../text.ts';
import { legacyNotification as legacyNotificationUntil } from './legacy-notifications.ts';

const at = '2025-03-09T21:15:00.250Z';
const ms = Date.parse(at);
const latest = new Date('2025-03-10T21:15:00Z');
const legacyNotification = (record: unknown) => legacyNotificationUntil(record, latest);

test('a record in the newer form is read completely', () => {
  expect(
    legacyNotification({
      type: 'comment',
      actorId: 'u1',
      actorName: 'Ana',
      actorHandle: '@Ana.G',
      actorAvatar: 'https://img.example/a.jpg',
      postId: 'p1',
      textSnippet: 'Qué golazo',
      createdAt: ms,
      read: false,
    }),
  ).toEqual({
    type: 'comment',
    actorId: 'u1',
    actorName: 'Ana',
    actorHandle: 'ana.g',
    actorAvatar: 'https://img.example/a.jpg',
    text: null,
    postId: 'p1',
    link: null,
    textSnippet: 'Qué golazo',
    createdAt: new Date(at),
    read: false,
    readAt: null,
  });
});

test("the older names of the actor's fields are read too", () => {
  const older = legacyNotification({ fromUid: 'u1', fromName: 'Ana', fromHandle: 'ana' });
  expect(older).toMatchObject({ actorId: 'u1', actorName: 'Ana', actorHandle: 'ana' });
});

test('the newer field wins over the older one unless it is empty', () => {
  expect(legacyNotification({ actorId: 'new', fromUid: 'old' }).actorId).toBe('new');
  expect(legacyNotification({ actorId: ' ', fromUid: 'old' }).actorId).toBe('old');
});

test.each(['like', 'comment', 'repost', 'mention'])('the type %s is kept', (type) => {
  expect(legacyNotification({ type }).type).toBe(type);
});

test.each(['other', 'follow', 'LIKE', '', null, 7, undefined])('the type %s becomes other', (type) => {
  expect(legacyNotification({ type, text: ' Bienvenida ' })).toMatchObject({
    type: 'other',
    text: 'Bienvenida',
  });
});

describe('read state', () => {
  test.each([
    { read: true },
    { isRead: true },
    { status: 'read' },
    { readAt: ms },
    { readAt: { seconds: 1741554900, nanoseconds: 0 } },
    { read: false, isRead: true },
    { read: false, readAt: at },
  ])('a notification with %o is read', (flags) => {
    expect(legacyNotification(flags).read).toBe(true);
  });

  test.each([
    {},
    { read: false },
    { isRead: false },
    { status: 'unread' },
    { readAt: null },
    { readAt: 0 },
    { read: 'true' },
    { read: 1 },
    { updatedAt: ms },
  ])('a notification with %o is unread', (flags) => {
    expect(legacyNotification(flags)).toMatchObject({ read: false, readAt: null });
  });

  it('the read time falls back to the last change, then to the creation', () => {
    const base = { createdAt: '2025-03-01T00:00:00Z' };
    expect(legacyNotification({ ...base, readAt: at, updatedAt: 5 }).readAt).toEqual(new Date(at));
    const later = new Date(latest.getTime() + 1);
    expect(legacyNotification({ ...base, readAt: later, updatedAt: later }).readAt).toEqual(
      new Date(base.createdAt),
    );
    expect(legacyNotification({ ...base, read: true, updatedAt: at }).readAt).toEqual(new Date(at));
    expect(legacyNotification({ ...base, isRead: true }).readAt).toEqual(new Date(base.createdAt));
    expect(legacyNotification({ status: 'read' })).toMatchObject({ read: true, readAt: null });
  });
});

describe('createdAt', () => {
  test.each([
    ['milliseconds', ms],
    ['milliseconds as a text', String(ms)],
    ['ISO', at],
    ['a date', new Date(at)],
    ['a timestamp', { seconds: 1741554900, nanoseconds: 250_000_000 }],
    ['a timestamp in texts', { seconds: '1741554900', nanoseconds: 250_000_000 }],
    ['an exported timestamp', { _seconds: 1741554900, _nanoseconds: 250_999_999 }],
  ])('createdAt can be %s', (_, createdAt) => {
    expect(legacyNotification({ createdAt }).createdAt).toEqual(new Date(at));
  });

  it('createdAt can be in whole seconds', () => {
    expect(legacyNotification({ createdAt: { seconds: 1741554900 } }).createdAt).toEqual(
      new Date('2025-03-09T21:15:00Z'),
    );
  });

  test.each([
    ms + 2 * 86_400_000,
    ms * 1000,
    undefined,
    null,
    '',
    'ayer',
    Number.NaN,
    Infinity,
    0,
    -1,
    9e15,
    {},
    { seconds: 'x' },
    [],
    true,
  ])('createdAt is null for %o', (createdAt) => {
    expect(legacyNotification({ createdAt }).createdAt).toBeNull();
  });
});

describe('post reference', () => {
  const id = 'Zk3_f-90aQx1';
  test.each([
    ['its postId', { postId: 'p1', postRef: { id: 'p2' }, postPath: 'posts/p3' }, 'p1'],
    ['a reference’s id', { postRef: { id: 'p2' }, postPath: 'posts/p3' }, 'p2'],
    ['a reference’s id, with its path', { postRef: { id: 'p2', path: 'posts/p2' } }, 'p2'],
    ['a reference’s id, to its summary', { postRef: { id: 'p2', path: 'post_summaries/p2' } }, 'p2'],
    ['a reference’s path, without an id', { postRef: { referencePath: 'posts/p2' } }, 'p2'],
    ['the post of a comment’s reference', { postRef: { id: 'c1', path: 'posts/p2/comments/c1' } }, 'p2'],
    ['an exported reference', { postRef: { _path: { segments: ['posts', 'p2'] } } }, 'p2'],
    ['a reference’s whole name', { postRef: { path: 'projects/x/databases/d/documents/posts/p2' } }, 'p2'],
    ['a path', { postPath: 'posts/p3' }, 'p3'],
    ['a path with more after it', { postPath: '/posts/p3/comments/c1' }, 'p3'],
    ['an address', { postPath: 'https://site.example/posts/p3?x=1' }, 'p3'],
    ['a reference that is a path', { postRef: 'posts/p3' }, 'p3'],
    ['a postId that is a path', { postId: 'posts/p3' }, 'p3'],
    ['a path before an id-like string', { postRef: id, postPath: 'posts/p3' }, 'p3'],
    ['an id-like string', { postRef: id }, id],
    ['an id-like string as path', { postPath: id }, id],
    ['an empty postId does not count', { postId: '', postPath: 'posts/p3' }, 'p3'],
  ])('the post is found by %s', (_, record, postId) => {
    expect(legacyNotification(record).postId).toBe(postId);
  });

  test.each([
    {},
    { postId: null },
    { postId: 12 },
    { postPath: 'corto' },
    { postPath: '123456789' },
    { postPath: 'con espacios y largo' },
    { postPath: 'reposts/abc' },
    { postPath: 'users/abcdefghijk' },
    { postPath: 'posts/' },
    { postRef: { id: '' } },
    { postRef: ['posts', 'p1'] },
  ])('the post is null for %o', (record) => {
    expect(legacyNotification(record).postId).toBeNull();
  });
});

describe('link', () => {
  test.each([
    ['https://ole.com.ar/nota', 'https://ole.com.ar/nota'],
    ['ole.com.ar', 'https://ole.com.ar'],
    [' /p/abc ', '/p/abc'],
  ])('the link %s leads to %s', (link, target) => {
    expect(legacyNotification({ link }).link).toBe(target);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/p/a\0',
    '//evil.example',
    '/\\evil.example',
    '',
    'gol',
    5,
  ])('the link %o is dropped', (link) => {
    expect(legacyNotification({ link }).link).toBeNull();
  });
});

test('a snippet is cleaned and truncated to 140 characters, an emoji counting as one', () => {
  expect(legacyNotification({ textSnippet: '⚽'.repeat(200) }).textSnippet).toBe('⚽'.repeat(140));
  expect(legacyNotification({ textSnippet: '🏆'.repeat(141) }).textSnippet).toBe('🏆'.repeat(140));
  expect(legacyNotification({ textSnippet: ' gol\u0000 \r\n' }).textSnippet).toBe('gol');
  expect(legacyNotification({ textSnippet: ' ' }).textSnippet).toBeNull();
});

test('any stored value results in a clean record', () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (whole, fields) => {
      for (const record of [whole, fields]) {
        const { createdAt, textSnippet, read, readAt } = legacyNotification(record);
        expect(createdAt === null || Number.isFinite(createdAt.getTime())).toBe(true);
        expect(codePoints(textSnippet ?? '')).toBeLessThanOrEqual(140);
        expect(read || readAt === null).toBe(true);
      }
    }),
  );
});

test('any value in a known field is tolerated', () => {
  const names = ['type', 'actorId', 'text', 'postId', 'postRef', 'postPath', 'link', 'readAt', 'createdAt'];
  const anything = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
    fc.record({ seconds: fc.anything({ withNullPrototype: true }), nanoseconds: fc.anything() }),
    fc.record({ _path: fc.record({ segments: fc.array(fc.anything({ withNullPrototype: true })) }) }),
  );
  const record = fc.record(Object.fromEntries(names.map((name) => [name, anything])));
  fc.assert(
    fc.property(record, (value) => {
      expect(() => legacyNotification(value)).not.toThrow();
    }),
  );
});
