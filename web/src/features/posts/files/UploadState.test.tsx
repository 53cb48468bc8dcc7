// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Attachment, Upload } from './attachment.ts';
import { UploadState } from './UploadState.tsx';

const image: Omit<Attachment, 'upload'> = {
  id: 'a',
  type: 'image',
  file: new Blob(),
  url: 'blob:a',
  width: null,
  height: null,
};
const nothing = () => undefined;
const state = (upload: Upload) => (
  <UploadState attachment={{ ...image, upload }} onStop={nothing} onRetry={nothing} />
);
const sent: Upload = { phase: 'sent', key: 'k', at: 0 };
const announced = () => document.getElementById('announcer')?.textContent;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.getElementById('announcer')?.remove();
});

test('the end of an upload is announced, a file that came back with its draft is not', () => {
  vi.useFakeTimers();
  document.body.append(Object.assign(document.createElement('div'), { id: 'announcer' }));
  render(state(sent));
  vi.advanceTimersByTime(100);
  expect(announced()).toBe('');
  const { rerender } = render(state({ phase: 'sending', fraction: 0.5 }));
  rerender(state(sent));
  vi.advanceTimersByTime(100);
  expect(announced()).toBe('La imagen ya está subida.');
});
