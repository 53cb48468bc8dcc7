// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { Cover } from './Cover.tsx';

afterEach(cleanup);

test('a cover that fails to load becomes the standard one, which never shows as a broken image', () => {
  const { container } = render(<Cover src="/media/rota.jpg" />);
  const image = () => container.querySelector('img');
  fireEvent.error(image()!);
  expect(image()?.getAttribute('src')).toBe('/cover.svg');
  fireEvent.error(image()!);
  expect(image()).toBeNull();
  expect(container.firstElementChild?.className).toContain('cover');
});
