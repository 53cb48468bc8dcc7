// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { Cover } from './Cover.tsx';

afterEach(cleanup);

test('a cover that fails becomes the standard one, and a standard one that fails no broken image', () => {
  const { container } = render(<Cover src="/media/rota.jpg" />);
  const image = () => container.querySelector('img');
  fireEvent.error(image()!);
  expect(image()?.getAttribute('src')).toBe('/cover.svg');
  fireEvent.error(image()!);
  expect(image()).toBeNull();
  expect(container.firstElementChild?.className).toContain('cover');
});
