// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { ReportedContent } from './ReportedContent.tsx';

const at = '2026-11-21T12:00:00.000Z';
const content = { text: 'Buen día', link: null, media: null, poll: [], createdAt: at };
const newestContent = { ...content, text: 'Una amenaza', displayName: 'Otro Nombre', handle: 'otro' };
const report: ReportCase = {
  id: 'r',
  state: 'new',
  kind: 'profile',
  postId: null,
  commentId: null,
  author: {
    uid: 'u',
    displayName: 'Barra',
    handle: 'barra',
    suspended: false,
    isThere: true,
    upheld: 0,
    dismissed: 0,
  },
  content,
  isThere: true,
  textNow: null,
  reporters: 2,
  reasons: [],
  firstAt: at,
  lastAt: at,
  reports: [],
  history: [],
};

afterEach(cleanup);

test('what a later report found stands beside the first copy, of a profile with its names', () => {
  render(<ReportedContent report={{ ...report, newestContent }} />);
  const [first, second] = document.querySelectorAll('blockquote');
  expect(first?.textContent).toContain('Buen día');
  expect(first?.textContent).not.toContain('Otro Nombre');
  expect(screen.getByText('Así estaba en un reporte posterior:').nextElementSibling).toBe(second);
  expect(second?.textContent).toContain('Una amenaza');
  expect(second?.textContent).toContain('Otro Nombre @otro');
});

test('without one there is only the first copy', () => {
  render(<ReportedContent report={report} />);
  expect(document.querySelectorAll('blockquote')).toHaveLength(1);
  expect(screen.queryByText(/reporte posterior/)).toBeNull();
});

test('a reported comment is opened itself, not only the post above it', () => {
  render(<ReportedContent report={{ ...report, kind: 'comment', postId: 'p', commentId: 'c' }} />);
  expect(screen.getByRole('link', { name: 'Ver' }).getAttribute('href')).toBe('/p/p?comentario=c');
});
