import { expect, it } from 'vitest';

import { normaliseEmail } from './email.ts';

it.each([
  [' Ana@Club.COM.ar ', 'ana@club.com.ar'],
  ['a.b+c@x.io', 'a.b+c@x.io'],
  ['ñandú@pampa.com.ar', 'ñandú@pampa.com.ar'],
])('stores %j as %j', (typed, email) => {
  expect(normaliseEmail(typed)).toBe(email);
});

it.each([
  'foo',
  'a@b',
  '@b.c',
  'a@b..com',
  'a b@c.com',
  'a@b.c\r\nBcc: x@y.z',
  '"a"@b.com',
  `${'a'.repeat(65)}@b.com`,
  `a@${'b'.repeat(300)}.com`,
  'a@-b.com',
])('takes %j as no address', (typed) => {
  expect(normaliseEmail(typed)).toBeNull();
});
