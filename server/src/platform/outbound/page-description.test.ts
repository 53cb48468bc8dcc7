import { expect, describe, it } from 'vitest';

import { type PageDescription, readDescription } from './page-description.ts';

type Expected = { [Field in keyof PageDescription]?: PageDescription[Field] | undefined };

function read(
  page: string | Uint8Array | readonly Uint8Array[],
  type = 'text/html',
): Promise<PageDescription | null> {
  const chunks = typeof page === 'string' ? [Buffer.from(page)] : page instanceof Uint8Array ? [page] : page;
  const body = (async function* () {
    yield* chunks;
  })();
  return readDescription({ url: new URL('https://public.example/'), type, body });
}

describe('the metadata of a page is', () => {
  it.each<[string, Expected]>([
    ['<title>Hola &amp; chau</title>', { title: 'Hola & chau', description: undefined }],
    [
      `<head><title>t</title><meta property="og:title" content="OG"><meta name="description" content="D">
       <meta property="og:site_name" content="Olé"><meta property="og:image" content="/a.jpg"></head>`,
      { title: 'OG', description: 'D', site: 'Olé', image: '/a.jpg' },
    ],
    ['<META NAME="OG:TITLE" CONTENT=suelto>', { title: 'suelto' }],
    [
      '<meta name="twitter:title" content="T"><meta name="twitter:description" content="TD"><meta name="twitter:image" content="i">',
      { title: 'T', description: 'TD', image: 'i' },
    ],
    ['<meta property="og:title" content=""><title>de verdad</title>', { title: 'de verdad' }],
    ['<meta property="og:title" content="uno"><meta property="og:title" content="dos">', { title: 'uno' }],
    ['<title>uno</title><title>dos</title>', { title: 'uno' }],
    ['<svg><title>dibujo</title></svg>', { title: 'dibujo' }],
    [
      '<head><title>cabeza</title></head><body><meta property="og:title" content="cuerpo">',
      { title: 'cabeza' },
    ],
    ['<title>a</title><body><meta property="og:title" content="cuerpo">', { title: 'a' }],
    ['<script>"<meta property=og:title content=guion>"</script><title>b</title>', { title: 'b' }],
    ['<!-- <meta property="og:title" content="comentado"> --><title>c</title>', { title: 'c' }],
    ['<meta http-equiv="refresh" content="0; url=http://127.0.0.1/"><title>d</title>', { title: 'd' }],
    ['<title>nunca cerrado', { title: 'nunca cerrado' }],
    [
      '<meta property="og:title" content="<script>alert(1)</script>">',
      { title: '<script>alert(1)</script>' },
    ],
    ['', { title: '', description: undefined, site: undefined, image: undefined }],
    ['texto suelto', { title: '' }],
    ['<meta property="__proto__" content="x"><meta content="y"><meta property="og:title">', { title: '' }],
  ])('%s', async (page, expected) => {
    expect(await read(page)).toMatchObject(expected);
  });
});

it.each([
  'image/png',
  'application/pdf',
  'application/octet-stream',
  'text/plain',
  'application/json',
  'text/htmlx',
  '',
])('a page of type %j has no metadata', async (type) => {
  expect(await read('<title>x</title>', type)).toBeNull();
});

it.each(['TEXT/HTML', 'text/html;charset=utf-8', ' application/xhtml+xml ; q=1'])(
  'a page of type %j has metadata',
  async (type) => {
    expect(await read('<title>x</title>', type)).toMatchObject({ title: 'x' });
  },
);

describe('the encoding of a page is found', () => {
  const title = (bytes: number[]) =>
    Buffer.concat([Buffer.from('<title>'), Buffer.from(bytes), Buffer.from('</title>')]);
  const utf16 = (text: string, end: 'le' | 'be') => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return end === 'le' ? bytes : bytes.swap16();
  };

  it.each<[string, Uint8Array, string, string]>([
    ['by Content-Type', title([0xd1, 0xee]), 'text/html; charset=koi8-r', 'яН'],
    ['by Content-Type in quotes', title([0xf1]), 'text/html; charset="ISO-8859-1"', 'ñ'],
    [
      'by its declaration',
      Buffer.concat([Buffer.from('<meta charset=shift_jis>'), title([0x93, 0xfa])]),
      'text/html',
      '日',
    ],
    [
      'by its old-style declaration',
      Buffer.concat([
        Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'),
        title([0x80]),
      ]),
      'text/html',
      '€',
    ],
    [
      'not in a comment',
      Buffer.from('<!-- <meta charset=latin1> --><meta charset=utf-8><title>ñ</title>'),
      'text/html',
      'ñ',
    ],
    [
      'not in text that mentions one',
      Buffer.from('<meta name=description content="charset=koi8-r"><title>ñ</title>'),
      'text/html',
      'ñ',
    ],
    [
      'to be UTF-8 when browsers refuse the declared one',
      Buffer.from('<meta charset=iso-2022-kr><title>ñ</title>'),
      'text/html',
      'ñ',
    ],
    ['by byte order mark', utf16('<title>ñandú</title>', 'le'), 'text/html; charset=utf-8', 'ñandú'],
    ['by the other byte order mark', utf16('<title>ñandú</title>', 'be'), 'text/html', 'ñandú'],
    ['as UTF-8 without a word', title([0xc3, 0xb1]), 'text/html', 'ñ'],
    ['as Windows-1252 when they are no UTF-8', title([0x67, 0x6f, 0x6c, 0xf3, 0x6e]), 'text/html', 'golón'],
    ['as UTF-8 when the name is none', title([0xc3, 0xb1]), 'text/html; charset=no-such', 'ñ'],
    [
      'to be UTF-8 when UTF-16 is impossible',
      Buffer.from('<meta charset=utf-16><title>ñ</title>'),
      'text/html',
      'ñ',
    ],
    ['whatever is wrong with them', title([0xff, 0xfe, 0x41]), 'text/html; charset=utf-8', '\uFFFD\uFFFDA'],
  ])('%s', async (_, page, type, expected) => {
    expect(await read(page, type)).toMatchObject({ title: expected });
    // In whatever chunks the bytes arrive.
    const single = Array.from(page, (byte) => Uint8Array.of(byte));
    expect(await read(single, type)).toMatchObject({ title: expected });
  });
});

it.each<[string, string]>([
  ['latin1', ''],
  ['latin1', '<meta charset=iso-8859-1>'],
  ['utf8', ''],
])('the accents of a page in %s that come after much ASCII are read, with %j', async (encoding, meta) => {
  const page = Buffer.from(
    `<!-- ${'x'.repeat(3_000)} -->${meta}<title>Ñandú ${'y'.repeat(2_000)} golón</title>`,
    encoding as BufferEncoding,
  );
  const title = `Ñandú ${'y'.repeat(2_000)} golón`;
  const accentAt = page.findIndex((byte) => byte >= 0x80);
  for (const cut of [1_500, accentAt, accentAt + 1]) {
    const chunks = [page.subarray(0, cut), page.subarray(cut)];
    expect(await read(chunks), `cut at ${cut}`).toMatchObject({ title });
  }
});

describe('a hostile page', () => {
  it.each<[string, () => string]>([
    ['100,000 meta elements', () => '<meta property="og:x" content="y">'.repeat(100_000)],
    ['a title of a megabyte', () => `<title>${'x'.repeat(1_000_000)}</title>`],
    ['an attribute of a megabyte', () => `<meta property="og:title" content="${'x'.repeat(1_000_000)}">`],
    ['an element of 100,000 attributes', () => `<meta ${'a=b '.repeat(100_000)}>`],
    ['one line without an end', () => '<'.repeat(500_000)],
    ['nesting without end', () => '<div>'.repeat(100_000)],
    ['elements that are closed without end', () => '<b>'.repeat(999) + '</i>'.repeat(130_000)],
    ['entities without end', () => `<title>${'&amp;'.repeat(100_000)}</title>`],
    ['comments without end', () => '<!--'.repeat(100_000)],
  ])('of %s takes little time and memory', async (_, make) => {
    const page = make();
    const before = process.cpuUsage();
    const description = await read(page);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    expect(JSON.stringify(description).length).toBeLessThan(80_000);
  });

  it('with a type of 60,000 spaces takes little time', async () => {
    const before = process.cpuUsage();
    await read('<title>corta</title>', `text/html;charset=${' '.repeat(60_000)}(`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('is not read beyond its head', async () => {
    let chunks = 0;
    const body = (async function* () {
      yield Buffer.from('<head><title>corta</title></head>'.padEnd(2_000));
      for (; chunks < 1_000; chunks++) yield Buffer.alloc(1_000);
    })();
    const answer = { url: new URL('https://public.example/'), type: 'text/html', body };
    expect(await readDescription(answer)).toMatchObject({ title: 'corta' });
    expect(chunks).toBe(0);
  });
});
