// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { sampleConfig } from '../../session/sample-config.ts';
import { session } from '../../session/session-store.ts';
import { LinkedText } from './LinkedText.tsx';

const showWith = (features: string[], text: string) => {
  session.write({ status: 'signed-out', user: null, isAdmin: false, config: sampleConfig({ features }) });
  render(<LinkedText text={text} />);
};

afterEach(cleanup);

test('a long link is shown short, with the whole in its title and its address unchanged', () => {
  const link = 'https://www.ole.com.ar/futbol-primera/una-nota-larguisima.html?x=1#fin';
  render(<LinkedText text={`Miren ${link}.`} />);
  const anchor = screen.getByRole('link', { name: 'ole.com.ar/futbol-primera/una-…' });
  expect(anchor.getAttribute('href')).toBe(link);
  expect(anchor.getAttribute('title')).toBe(link);
});

test('a topic is a link to its page, under the name that was typed', () => {
  showWith(['temas'], 'Hoy #Ñandú, #10 y #CLÁSICO');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['#Ñandú', '/tema/%C3%B1andu'],
    ['#CLÁSICO', '/tema/clasico'],
  ]);
});

test('where topics are off, a topic is plain text', () => {
  showWith([], 'Hoy #Ñandú');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Hoy #Ñandú')).toBeDefined();
});

test('in a right-to-left text each link has the direction of its own text', () => {
  showWith(['temas'], 'مرحبا @lauti في #بوكا عبر https://ole.com.ar');
  expect(screen.getAllByRole('link').map(({ dir }) => dir)).toEqual(['auto', 'auto', 'auto']);
});
