import { expect, test } from 'vitest';

import { linkCardOf } from './link-card.ts';

const preview = {
  title: 'Ganó River',
  description: 'Tres a uno.',
  image: '/media/previews/a.jpg',
  site: 'Olé',
};

test('a link with a preview shows it, its own host first', () => {
  expect(linkCardOf('https://www.ole.com.ar/river', preview)).toEqual({
    title: 'Ganó River',
    description: 'Tres a uno.',
    site: 'ole.com.ar · Olé',
    image: '/media/previews/a.jpg',
  });
});

test("a page's own name never hides the link's host", () => {
  const otherSite = { ...preview, site: 'bancodelanacion.com.ar' };
  expect(linkCardOf('https://estafa.example/', otherSite)?.site).toBe(
    'estafa.example · bancodelanacion.com.ar',
  );
  expect(linkCardOf('https://ole.com.ar/', { ...preview, site: 'OLE.com.ar' })?.site).toBe('ole.com.ar');
});

test('only pictures of our own origin are shown', () => {
  expect(linkCardOf('https://a.ar', { ...preview, image: 'https://otro.example/a.jpg' })?.image).toBeNull();
  expect(linkCardOf('https://a.ar', { ...preview, image: '//otro.example/a.jpg' })?.image).toBeNull();
});

test('X and Twitter get the generic card only without a preview', () => {
  const generic = { title: 'Publicación en X', description: null, site: 'x.com', image: null };
  const nothing = { title: null, description: null, image: null, site: 'X' };
  for (const link of ['https://x.com/a/status/1', 'http://mobile.twitter.com/a', 'https://www.twitter.com']) {
    expect(linkCardOf(link, null)).toEqual(generic);
    expect(linkCardOf(link, nothing)).toEqual(generic);
  }
  expect(linkCardOf('https://x.com/a/status/1', preview)?.title).toBe('Ganó River');
  expect(linkCardOf('https://netflix.com/', null)?.title).toBe('netflix.com');
});

test('a bare link shows its address', () => {
  expect(linkCardOf('https://ole.com.ar/river?x=1', null)).toMatchObject({
    title: 'ole.com.ar',
    description: '/river?x=1',
  });
  expect(linkCardOf('https://www.ole.com.ar', null)).toMatchObject({
    title: 'ole.com.ar',
    description: null,
  });
});

test('a link that is no web link has no card', () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'ole', '']) {
    expect(linkCardOf(link, preview), link).toBeNull();
  }
});
