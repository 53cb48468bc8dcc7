// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from '../session/session-store.ts';
import { ReportActions } from './ReportActions.tsx';

const signedOut = session.read();
const author = { uid: 'u', displayName: 'Barra', handle: 'barra', upheld: 0, dismissed: 0 };
const report = {
  id: 'r',
  state: 'new',
  kind: 'profile',
  author: { ...author, suspended: false, isThere: true },
  isThere: true,
} as ReportCase;

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  session.write(signedOut);
  vi.unstubAllGlobals();
});

const show = (uid: string) => {
  session.write({ ...signedOut, status: 'signed-in', user: sampleProfile(uid), isAdmin: true });
  render(<ReportActions report={report} />);
  return screen.getByLabelText<HTMLTextAreaElement>('Nota');
};

test('a note stays while its admin looks at the content, until it is sent', async () => {
  const calls = fakeServer({ adminAddReportNote: () => ({ report }) });
  fireEvent.change(show('ana'), { target: { value: 'Ya van tres' } });
  cleanup();
  expect(show('beto').value).toBe('');
  cleanup();
  const box = show('ana');
  expect(box.value).toBe('Ya van tres');
  fireEvent.click(screen.getByRole('button', { name: 'Agregar nota' }));
  await waitFor(() => expect(box.value).toBe(''));
  expect(calls).toMatchObject([{ input: { reportId: 'r', note: 'Ya van tres' } }]);
  cleanup();
  expect(show('ana').value).toBe('');
});
