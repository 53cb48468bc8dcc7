// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { ApiError } from '../../api/api-error.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { EntryForm } from './EntryForm.tsx';
import { useEntryForm } from './use-entry-form.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function NameForm() {
  const entry = useEntryForm({
    values: {},
    check: () => ({}),
    send: () => Promise.reject(new ApiError('invalid-argument', 'Ese nombre no va.')),
    explain: ({ message }) => ({ displayName: message }),
  });
  return (
    <EntryForm entry={entry} action="Enviar" errorId="name-error">
      <TextField label="Nombre" value="" onChange={() => {}} error={entry.errors.displayName} />
    </EntryForm>
  );
}

test('a field that the server refuses gets the focus, also when a frame comes before its error', async () => {
  vi.stubGlobal('requestAnimationFrame', (onFrame: FrameRequestCallback) => {
    onFrame(0);
    return 0;
  });
  render(<NameForm />);
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await screen.findByText('Ese nombre no va.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')));
});
