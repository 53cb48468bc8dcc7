// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { defaultPreferences } from '../../../../contract/src/calls/preferences.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { mayPublish } from './ask-for-alt.tsx';
import { changeComposer } from './composer-store.ts';
import { newDraft } from './draft.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a second tap on Publicar while the first one waits for the preference publishes nothing', async () => {
  const answer = Promise.withResolvers<Output<'getPreferences'>>();
  fakeServer({ getPreferences: () => answer.promise });
  const size = { width: 1, height: 1 };
  const image = { id: '1', type: 'image', file: new Blob(['x']), url: 'blob:1', ...size } as const;
  changeComposer('lucia', {
    draft: { ...newDraft(), files: [{ id: '1', alt: '' }] },
    attachments: [{ ...image, upload: { phase: 'sent', key: 'k', at: Date.now() } }],
  });
  const taps = [mayPublish('lucia'), mayPublish('lucia')];
  answer.resolve({ preferences: defaultPreferences });
  expect(await Promise.all(taps)).toEqual([true, false]);
  expect(await mayPublish('lucia')).toBe(true);
});
