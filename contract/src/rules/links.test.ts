import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyWebUrl } from '../../test/any-text.ts';
import { isTwitterLink, linkHost, normaliseLink, shortLink } from './links.ts';

describe('normaliseLink', () => {
  it.each([
    ['ole.com.ar', 'https://ole.com.ar'],
    ['  www.tycsports.com/boca?x=1#y ', 'https://www.tycsports.com/boca?x=1#y'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://Example.com/A', 'HTTPS://Example.com/A'],
    ['ñandú.com.ar/gol', 'https://ñandú.com.ar/gol'],
    ['ole.com.ar:8080/x', 'https://ole.com.ar:8080/x'],
  ])('the link %j is stored as %j', (input, link) => {
    expect(normaliseLink(input)).toBe(link);
  });

  it.each([
    '',
    'hola',
    'hola mundo.com',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '//evil.com',
    'https://user:pass@evil.com',
    'https://user@evil.com',
    'http://',
    'https://evil.com\\@ok.com',
    `https://ole.com.ar/${'a'.repeat(2048)}`,
  ])('%j is not a link', (input) => {
    expect(normaliseLink(input)).toBeNull();
  });

  it('normaliseLink returns only http(s) URLs and is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyWebUrl, fc.domain()), (input) => {
        const link = normaliseLink(input);
        if (link === null) return true;
        return /^https?:$/.test(new URL(link).protocol) && normaliseLink(link) === link;
      }),
    );
  });
});

it('links to X are recognised by their host', () => {
  expect(isTwitterLink('https://x.com/afa/status/1')).toBe(true);
  expect(isTwitterLink('https://mobile.twitter.com/afa')).toBe(true);
  expect(isTwitterLink('https://notx.com/afa')).toBe(false);
  expect(linkHost('https://www.ole.com.ar/x')).toBe('ole.com.ar');
});

describe('shortLink', () => {
  it.each([
    ['https://www.ole.com.ar/', 'ole.com.ar'],
    ['http://ole.com.ar', 'ole.com.ar'],
    ['https://ole.com.ar/nota', 'ole.com.ar/nota'],
    ['https://ole.com.ar/futbol/boca/1234567', 'ole.com.ar/futbol/boca/1234567'],
    ['https://ole.com.ar/futbol/boca/12345678', 'ole.com.ar/futbol/boca/1234567…'],
    ['https://ole.com.ar?x=1#y', 'ole.com.ar?x=1#y'],
    ['HTTPS://OLE.com.ar/A', 'ole.com.ar/A'],
    [
      'https://ole.com.ar/⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽',
      'ole.com.ar/⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽⚽…',
    ],
  ])('the link %j is shown as %j', (link, text) => {
    expect(shortLink(link)).toBe(text);
  });

  it('a host is never cut, however long', () => {
    const host = `${'muy-largo.'.repeat(20)}com`;
    expect(shortLink(`https://${host}/x`)).toBe(`${host}/x`);
  });
});
