import { useRef, useState } from 'react';

import type { AdFields } from '../../../../../contract/src/rules/ads.ts';
import { ApiError } from '../../../api/api-error.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { UploadStopped } from '../../posts/files/uploads.ts';
import { inputOf } from './ad-draft.ts';
import { createAd } from './admin-ads.ts';

type Options = {
  fileKey: () => Promise<string>;
  onCreated: () => void;
  onRefused: () => void;
};

/** One request at a time. `failure` is the reason; '' when there is none to show. */
export function useCreateAd({ fileKey, onCreated, onRefused }: Options) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same input keeps its idempotency key, so a retry after a lost answer creates no second ad.
  const attempt = useRef({ payload: '', key: '' });

  const create = async (fields: AdFields) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const input = inputOf(fields, await fileKey());
      const payload = JSON.stringify(input);
      if (attempt.current.payload !== payload) attempt.current = { payload, key: crypto.randomUUID() };
      await createAd(input, attempt.current.key);
      toast('Anuncio creado.', { type: 'success' });
      onCreated();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof UploadStopped)) throw error;
      const isInvalid = error instanceof ApiError && error.code === 'invalid-argument';
      setFailure(isInvalid ? error.message : '');
      if (isInvalid) onRefused();
    } finally {
      setBusy(false);
    }
  };

  return { create, busy, failure };
}
