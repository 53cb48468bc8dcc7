// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { PasswordField } from './PasswordField.tsx';

afterEach(cleanup);

test('the label of a password leads to its box alone, and the button beside it is found by its name', () => {
  render(<PasswordField label="Contraseña" />);
  const box = screen.getByLabelText<HTMLInputElement>(/contraseña/i);
  expect(box.type).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(box.type).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(box.type).toBe('password');
});
