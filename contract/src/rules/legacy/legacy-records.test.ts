import { describe, expect, it } from 'vitest';

import * as records from './legacy-records.ts';

const at = new Date('2024-03-05T12:00:00.000Z');
const latest = new Date('2024-03-06T12:00:00.000Z');
const later = new Date(latest.getTime() + 1);

const legacyUser = (record: object) => records.legacyUser({ ...record }, latest);
const legacyPost = (record: object) => records.legacyPost({ ...record }, latest);
const legacyComment = (record: object) => records.legacyComment({ ...record }, latest);
const legacyAd = (record: object) => records.legacyAd({ ...record }, latest);
const { legacyVote } = records;

describe('legacy user', () => {
  it('a legacy user is read from either family of fields', () => {
    const clean = {
      displayName: 'Ñandú Pérez',
      handle: 'nandu',
      email: 'nandu@ejemplo.ar',
      bio: 'De la 12',
      avatar: { path: 'avatars/u1/avatar.jpg' },
      cover: { path: null },
      premium: true,
      isPrivate: true,
      suspended: true,
      acceptedTos: true,
      createdAt: at,
    };
    const avatar =
      'https://firebasestorage.googleapis.com/v0/b/app.appspot.com/o/avatars%2Fu1%2Favatar.jpg?alt=media&token=x';
    const common = {
      displayName: ' Ñandú  Pérez ',
      bio: 'De la 12',
      cover: 'https://img.example/tribuna.jpg',
      premium: true,
      isPrivate: true,
      suspended: true,
      acceptedTos: true,
    };
    expect(
      legacyUser({ ...common, handle: '@Nandu', email: 'Nandu@Ejemplo.ar', avatar, createdAt: at.getTime() }),
    ).toEqual(clean);
    expect(
      legacyUser({
        ...common,
        handleLower: 'nandu',
        emailLower: 'nandu@ejemplo.ar',
        avatarUrl: 'gs://app.appspot.com/avatars/u1/avatar.jpg',
        createdAt: { _seconds: at.getTime() / 1000, _nanoseconds: 0 },
      }),
    ).toEqual(clean);
  });

  it('a legacy user without valid fields becomes a Hincha', () => {
    const odd = { displayName: 7, handle: 'a', email: 'no', suspended: 'yes', premium: 1, isPrivate: {} };
    expect(legacyUser(odd)).toEqual({
      displayName: 'Hincha',
      handle: null,
      email: null,
      bio: '',
      avatar: null,
      cover: null,
      premium: false,
      isPrivate: false,
      suspended: false,
      acceptedTos: false,
      createdAt: null,
    });
  });

  it("a legacy user's texts are truncated to our limits", () => {
    const { displayName, bio } = legacyUser({ displayName: 'ñ'.repeat(90), bio: 'x'.repeat(900) });
    expect([displayName.length, bio.length]).toEqual([40, 200]);
  });

  it.each([
    'https://example.com/avatar.jpg',
    '../../etc/passwd',
    'users/../../etc/passwd',
    'users/u1/.hidden',
    'https://storage.googleapis.com/b/..%2F..%2Fetc%2Fpasswd',
    'https://storage.googleapis.com/b/%E0%A4%A',
    'users/u1/posts/a b.jpg',
    'secrets/session',
  ])('a legacy picture at %s is not in the file storage', (avatar) => {
    expect(legacyUser({ avatar }).avatar).toEqual({ path: null });
  });
});

describe('legacy post', () => {
  it('a legacy post is read from either family of fields', () => {
    const clean = {
      ownerId: 'u1',
      text: 'Gol',
      link: 'https://ole.com.ar',
      linkPreview: null,
      media: { path: 'users/u1/posts/1_ab.jpg' },
      poll: null,
      quoteOf: 'p0',
      repostOf: null,
      isPublic: true,
      createdAt: at,
      editedAt: null,
    };
    const url = 'https://storage.googleapis.com/app.appspot.com/users/u1/posts/1_ab.jpg';
    expect(
      legacyPost({
        ownerUid: 'u1',
        text: 'Gol ',
        link: 'ole.com.ar',
        media: { url },
        quoteOf: 'p0',
        visibility: 'public',
        createdAt: at,
      }),
    ).toEqual(clean);
    expect(
      legacyPost({
        authorId: 'u1',
        text: 'Gol',
        link: 'https://ole.com.ar',
        mediaUrl: url,
        mediaType: 'image',
        quoteOf: { path: 'posts/p0/' },
        createdAt: at.toISOString(),
      }),
    ).toEqual(clean);
  });

  it('a legacy post loses an invalid link', () => {
    const post = legacyPost({ link: 'javascript:alert(1)', linkPreview: { title: 'Olé' } });
    expect([post.link, post.linkPreview]).toEqual([null, null]);
  });

  it('the link preview of a legacy post is cleaned and truncated', () => {
    const preview = {
      title: ' Ganó\n Boca ',
      description: 'x'.repeat(900),
      site: 7,
      image: 'https://x.example/a.jpg',
    };
    expect(legacyPost({ link: 'ole.com.ar', linkPreview: preview }).linkPreview).toEqual({
      title: 'Ganó Boca',
      description: 'x'.repeat(500),
      site: null,
      image: { path: null },
    });
    expect(legacyPost({ link: 'ole.com.ar', linkPreview: 'Olé' }).linkPreview).toBeNull();
  });

  it.each(['followers', 'private'])('a legacy post of visibility %s is not public', (visibility) => {
    expect(legacyPost({ visibility }).isPublic).toBe(false);
  });

  it('a legacy poll has two to four options in their order', () => {
    const options = {
      b: { text: 'No', votes: 3 },
      a: { text: ' Sí ' },
      c: { text: '' },
      z: { text: 'otra' },
    };
    expect(legacyPost({ poll: { options, order: ['b', 'z', 'a'], closesAt: at.getTime() } }).poll).toEqual({
      options: { b: 'No', a: 'Sí' },
      order: ['b', 'a'],
      closesAt: at.toISOString(),
    });
    expect(legacyPost({ poll: { options: { a: 'Sí', b: 'No' } } }).poll).toMatchObject({
      order: ['a', 'b'],
      closesAt: null,
    });
    expect(legacyPost({ poll: { options: { a: { text: 'Sí' } } } }).poll).toBeNull();
    expect(legacyPost({ poll: ['Sí', 'No'] }).poll).toBeNull();
  });
});

it('a legacy comment is truncated to 1,000 characters', () => {
  expect(legacyComment({ uid: 'u1', text: ` ${'x'.repeat(1200)}`, createdAt: at })).toEqual({
    authorId: 'u1',
    text: 'x'.repeat(1000),
    createdAt: at,
  });
  expect(legacyComment({ authorId: 'u1', text: ' \n' }).text).toBeNull();
});

it('a legacy vote is for one of four options', () => {
  expect([legacyVote({ optionId: 'c' }), legacyVote({ optionId: 'e' }), legacyVote({})]).toEqual([
    'c',
    null,
    null,
  ]);
});

it('invalid numbers of a legacy ad get our defaults', () => {
  const ad = { linkUrl: 'ole.com.ar', imageUrl: 'ads/u1/1.jpg', startAt: at, status: 'active' };
  expect(legacyAd({ ...ad, capPerUserPerDay: 5, frequency: '4' })).toMatchObject({
    linkUrl: 'https://ole.com.ar',
    mediaPath: 'ads/u1/1.jpg',
    startAt: at,
    createdAt: at,
    endAt: null,
    status: 'active',
    capPerUserPerDay: 5,
    frequency: 4,
  });
  expect(legacyAd({ ...ad, capPerUserPerDay: 0, frequency: 1, status: 'x' })).toMatchObject({
    capPerUserPerDay: 3,
    frequency: 6,
    status: 'paused',
  });
});

describe('times after the latest one', () => {
  it('count as none', () => {
    for (const createdAt of [later, later.toISOString(), at.getTime() * 1000]) {
      expect(legacyPost({ createdAt, editedAt: later })).toMatchObject({ createdAt: null, editedAt: null });
      expect(legacyPost({ createdAt, updatedAt: at }).createdAt).toEqual(at);
      expect(legacyComment({ createdAt, updatedAt: at }).createdAt).toEqual(at);
      expect(legacyUser({ createdAt, acceptedTosAt: later, updatedAt: at }).createdAt).toEqual(at);
    }
    expect(legacyPost({ createdAt: latest }).createdAt).toEqual(latest);
  });

  it('remain where something is planned', () => {
    const options = { a: 'Sí', b: 'No' };
    expect(legacyPost({ poll: { options, closesAt: later } }).poll?.closesAt).toBe(later.toISOString());
    expect(legacyAd({ startAt: later, endAt: later })).toMatchObject({
      createdAt: null,
      startAt: later,
      endAt: later,
    });
  });

  it('are in no year of five digits', () => {
    const options = { a: 'Sí', b: 'No' };
    expect(legacyPost({ poll: { options, closesAt: at.getTime() * 1000 } }).poll?.closesAt).toBeNull();
    expect(legacyAd({ createdAt: at, endAt: at.getTime() * 1000 }).endAt).toBeNull();
  });
});
