// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { announce } from '../browser/announce.ts';
import { ImageViewer } from '../image-viewer/ImageViewer.tsx';
import { toast } from './dialogs.ts';
import { Modal } from './Modal.tsx';
import { modals, openModal } from './modals.ts';
import { NoticesHost } from './NoticesHost.tsx';

const nothing = () => undefined;
const closings: (() => void)[] = [];
const open = (name: string) =>
  act(() =>
    openModal((close) => {
      closings.push(close);
      return (
        <Modal aria-label={name} className={undefined} onClose={close}>
          <button type="button">Algo</button>
        </Modal>
      );
    }),
  );
const closeTop = () => act(() => closings.pop()?.());
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

const announcer = Object.assign(document.createElement('div'), { id: 'announcer' });
const textOf = (name: string) =>
  screen.getByRole('dialog', { name }).querySelector('[aria-live]')?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(announcer);
  render(<NoticesHost />);
});

afterEach(() => {
  pass(6000);
  act(() => modals.write([]));
  cleanup();
  closings.length = 0;
  announcer.remove();
  vi.useRealTimers();
});

test('an announcement is made in the top dialog, as all else is inert', () => {
  open('Abajo');
  open('Arriba');
  announce('Voto registrado.');
  pass(100);
  expect([announcer.textContent, textOf('Abajo'), textOf('Arriba')]).toEqual(['', '', 'Voto registrado.']);
  closeTop();
  announce('Otra cosa.');
  pass(100);
  expect([announcer.textContent, textOf('Abajo')]).toEqual(['', 'Otra cosa.']);
  closeTop();
  announce('Al final.');
  pass(100);
  expect(announcer.textContent).toBe('Al final.');
});

test('the viewer of images has a live region as well', () => {
  render(<ImageViewer pictures={[{ src: 'data:,', alt: 'Un gol' }]} first={0} onClose={nothing} />);
  announce('Voto registrado.');
  pass(100);
  expect([announcer.textContent, textOf('Un gol')]).toEqual(['', 'Voto registrado.']);
});

test('what a dialog announces while it closes is announced outside', () => {
  open('Abajo');
  announce('Guardado');
  closeTop();
  pass(100);
  expect(announcer.textContent).toBe('Guardado');
});

test('a text that is repeated leaves its region empty in between, and none stays behind', () => {
  announce('Guardado');
  pass(100);
  open('Abajo');
  announce('Guardado');
  expect([announcer.textContent, textOf('Abajo')]).toEqual(['', '']);
  pass(100);
  announce('Guardado');
  expect(textOf('Abajo')).toBe('');
  pass(100);
  expect(textOf('Abajo')).toBe('Guardado');
  pass(5000);
  expect(textOf('Abajo')).toBe('');
});

test('a toast that comes behind a dialog has its whole time after the dialog closes', () => {
  open('Abajo');
  act(() => void toast('Enlace copiado.'));
  pass(60_000);
  closeTop();
  pass(2900);
  expect(screen.getByRole('status').textContent).toBe('Enlace copiado.');
  pass(200);
  expect(screen.queryByRole('status')).toBeNull();
});
