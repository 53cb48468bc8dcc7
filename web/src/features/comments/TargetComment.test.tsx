// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { sampleComment } from './sample-comment.ts';
import { TargetComment } from './TargetComment.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  history.replaceState(null, '', '/');
});

test('the same link to a comment leads to it again, and Back does not', () => {
  const link = () => act(() => history.pushState(null, '', '/p/p?comentario=a'));
  link();
  render(
    <QueryClientProvider client={queryClient}>
      <TargetComment
        comment={sampleComment('a')}
        ownerUid="lucia"
        mayComment
        answering={new Map()}
        onAnswer={() => undefined}
        onReplied={() => undefined}
      />
    </QueryClientProvider>,
  );
  const comment = screen.getByRole('group', { name: 'Comentario de Lucía' });
  expect(document.activeElement).toBe(comment);
  comment.blur();
  const visited: unknown = history.state;
  link();
  expect(document.activeElement).toBe(comment);
  comment.blur();
  act(() => {
    history.replaceState(visited, '');
  });
  expect(document.activeElement).not.toBe(comment);
});
