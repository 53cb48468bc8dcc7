// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { ModalHost } from '../../../ui/overlays/ModalHost.tsx';
import { modals, openModal } from '../../../ui/overlays/modals.ts';
import { PostImages } from './PostImages.tsx';

const imageOf = (name: string) => ({
  url: `/media/${name}.jpg`,
  type: 'image' as const,
  width: 1,
  height: 1,
  color: null,
  alt: name,
});

afterEach(() => {
  cleanup();
  modals.write([]);
});

function showTwo(): void {
  render(
    <>
      <PostImages id={undefined} images={[imageOf('Gol')]} />
      <PostImages id={undefined} images={[imageOf('Tribuna')]} />
      <ModalHost />
    </>,
  );
}

const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('taps on two pictures before the viewer has loaded open one', async () => {
  showTwo();
  tap('Gol');
  tap('Tribuna');
  await act(async () => vi.dynamicImportSettled());
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('a picture that loads late does not open over what was opened since', async () => {
  showTwo();
  tap('Gol');
  act(() => openModal(() => <p role="dialog">Escribir</p>));
  await act(async () => vi.dynamicImportSettled());
  expect(screen.getAllByRole('dialog').map(({ textContent }) => textContent)).toEqual(['Escribir']);
});
