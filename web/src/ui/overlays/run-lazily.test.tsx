// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { modals } from './modals.ts';
import { NoticesHost } from './NoticesHost.tsx';
import { openMenuLazily } from './open-menu-lazily.ts';
import { openMenu } from './open-menu.tsx';
import { openLazily } from './run-lazily.ts';

// happy-dom has no popovers.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });

let code: PromiseWithResolvers<void>;
const codeArrives = () =>
  act(async () => {
    code.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Más' });
const menu = () => document.querySelector('[role=menu]');
const openDialog = vi.fn<() => void>();

beforeEach(() => {
  code = Promise.withResolvers();
  history.replaceState(null, '', '/feed');
  render(
    <main>
      <button type="button">Más</button>
      <textarea />
      <NoticesHost />
    </main>,
  );
  button().focus();
});

afterEach(() => {
  act(() => modals.write([]));
  cleanup();
  openDialog.mockClear();
});

function tapMenu(): void {
  openMenuLazily(button(), async () => {
    await code.promise;
    return (button) => openMenu(button, 'Más', [{ label: 'Eliminar', onSelect: () => undefined }]);
  });
}

const tapDialog = () => openLazily(() => code.promise, openDialog);

test('a menu and a dialog open once their code arrives', async () => {
  tapMenu();
  await codeArrives();
  expect(menu()).not.toBeNull();
  tapDialog();
  await codeArrives();
  expect(openDialog).toHaveBeenCalledOnce();
});

for (const [what, tap] of Object.entries({ menu: tapMenu, dialog: tapDialog })) {
  test(`a late ${what} leaves whoever has begun to write alone`, async () => {
    tap();
    screen.getByRole('textbox').focus();
    await codeArrives();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(menu()).toBeNull();
    expect(openDialog).not.toHaveBeenCalled();
  });

  test(`a late ${what} does not open on another screen`, async () => {
    tap();
    history.pushState(null, '', '/buscar');
    await codeArrives();
    expect(menu()).toBeNull();
    expect(openDialog).not.toHaveBeenCalled();
  });
}

test('a dialog opens for a text field that had the focus at the tap', async () => {
  screen.getByRole('textbox').focus();
  tapDialog();
  await codeArrives();
  expect(openDialog).toHaveBeenCalledOnce();
});

test('a late menu does not open once its card is gone', async () => {
  tapMenu();
  button().remove();
  await codeArrives();
  expect(menu()).toBeNull();
});

test('two taps open one menu', async () => {
  tapMenu();
  tapMenu();
  await codeArrives();
  expect(modals.read()).toHaveLength(1);
});
