// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { LinkCard } from './LinkCard.tsx';

afterEach(cleanup);

const link = 'https://www.ole.com.ar/nota';
const preview = { title: 'Ganó River', description: null, image: '/media/previews/a.jpg', site: null };

test('a link without a picture is a low row with the initial of its site', () => {
  render(<LinkCard link={link} preview={{ ...preview, image: null }} />);
  const card = screen.getByRole('link', { name: 'ole.com.ar Ganó River' });
  expect(card.className).toContain('row');
  expect(card.textContent).toMatch(/^O/);
});

test('a picture that arrives later does not change the height of the row', () => {
  const { rerender, container } = render(<LinkCard link={link} preview={null} />);
  rerender(<LinkCard link={link} preview={preview} />);
  expect(screen.getByRole('link').className).toContain('row');
  expect(container.querySelector('img')?.getAttribute('src')).toBe(preview.image);
});

test('a link with a picture from the start has the higher card', () => {
  render(<LinkCard link={link} preview={preview} />);
  expect(screen.getByRole('link').className).not.toContain('row');
});
