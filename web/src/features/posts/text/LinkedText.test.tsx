// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { LinkedText } from './LinkedText.tsx';

afterEach(cleanup);

test('a long link is shown short, with the whole in its title and its address unchanged', () => {
  const link = 'https://www.ole.com.ar/futbol-primera/una-nota-larguisima.html?x=1#fin';
  render(<LinkedText text={`Miren ${link}.`} />);
  const anchor = screen.getByRole('link', { name: 'ole.com.ar/futbol-primera/una-…' });
  expect(anchor.getAttribute('href')).toBe(link);
  expect(anchor.getAttribute('title')).toBe(link);
});

test('a topic is a link to its page, under the name that was typed', () => {
  render(<LinkedText text="Hoy #Ñandú, #10 y #CLÁSICO" />);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['#Ñandú', '/tema/%C3%B1andu'],
    ['#CLÁSICO', '/tema/clasico'],
  ]);
});
