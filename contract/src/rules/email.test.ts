import { expect, it } from 'vitest';

import { mailTo, normaliseEmail } from './email.ts';

it.each([
  [' Ana@Club.COM.ar ', 'ana@club.com.ar'],
  ['a.b+c@x.io', 'a.b+c@x.io'],
  ["O'Higgins@Club.com.ar", "o'higgins@club.com.ar"],
  ['ñandú@pampa.com.ar', 'ñandú@pampa.com.ar'],
  ['Ana@Ñandú.com.ar', 'ana@xn--and-6ma2c.com.ar'],
  ['ana@n\u0303andu\u0301.com.ar', 'ana@xn--and-6ma2c.com.ar'],
  ['ana@XN--and-6ma2c.com.ar', 'ana@xn--and-6ma2c.com.ar'],
  ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@xn--e1afmkfd.xn--p1ai', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@0x7f.1.com', 'ana@0x7f.1.com'],
])('the e-mail address %j is stored as %j', (input, email) => {
  expect(normaliseEmail(input)).toBe(email);
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
  'a@ñ.xn--',
  'a@ñ⒈.com',
  'a@ñ.com:80',
  'a@ñ.com/b',
  'a@ñ.1.2',
  `a@${'ñ'.repeat(63)}.com`,
  `a@${'ñ.'.repeat(120)}com`,
])('%j is not an e-mail address', (input) => {
  expect(normaliseEmail(input)).toBeNull();
});

it.each([
  ['ana@ejemplo.ar', 'mailto:ana@ejemplo.ar'],
  ['a?bcc=b@ejemplo.ar', 'mailto:a%3Fbcc%3Db@ejemplo.ar'],
  ['a&subject=x%0a#b@ejemplo.ar', 'mailto:a%26subject%3Dx%250a%23b@ejemplo.ar'],
])('the mailto link of %j cannot set other fields', (address, link) => {
  expect(mailTo(normaliseEmail(address) ?? '')).toBe(link);
});
