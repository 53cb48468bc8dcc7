// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { defaultPreferences } from '../../../../contract/src/calls/preferences.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { mayPublish } from './ask-for-alt.tsx';
import { changeComposer, readComposer, typeDraft } from './composer-store.ts';
import { newDraft } from './draft.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** An image without a description. @returns the key of the draft */
function attachImage(): string {
  const size = { width: 1, height: 1 };
  const image = { id: '1', type: 'image', file: new Blob(['x']), url: 'blob:1', ...size } as const;
  changeComposer('lucia', {
    draft: { ...newDraft(), files: [{ id: '1', alt: '' }] },
    attachments: [{ ...image, upload: { phase: 'sent', key: 'k', at: Date.now() } }],
  });
  return readComposer('lucia').draft.attemptKey;
}

test('a second tap on Publicar while the first one waits for the preference publishes nothing', async () => {
  const answer = Promise.withResolvers<Output<'getPreferences'>>();
  fakeServer({ getPreferences: () => answer.promise });
  const key = attachImage();
  const taps = [mayPublish('lucia', key), mayPublish('lucia', key)];
  answer.resolve({ preferences: defaultPreferences });
  expect(await Promise.all(taps)).toEqual([true, false]);
  expect(await mayPublish('lucia', key)).toBe(true);
});

test('a draft that is edited while its tap waits for the preference stays', async () => {
  const answer = Promise.withResolvers<Output<'getPreferences'>>();
  fakeServer({ getPreferences: () => answer.promise });
  const tap = mayPublish('lucia', attachImage());
  typeDraft('lucia', { text: 'Gol? No' });
  answer.resolve({ preferences: defaultPreferences });
  expect(await tap).toBe(false);
});
