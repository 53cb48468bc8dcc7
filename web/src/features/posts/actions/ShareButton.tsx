import { useState } from 'react';

import { isMissingChunk } from '../../../ui/browser/chunks.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { StoryError } from '../story/story-error.ts';
import { ActionButton } from './ActionButton.tsx';

export function ShareButton({ postId, disabled }: { postId: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false);

  const share = async () => {
    setBusy(true);
    try {
      const { shareStory } = await import('../story/share-story.tsx');
      await shareStory(postId);
    } catch (error) {
      // The code, a picture or the share sheet failed: one text for all three.
      const isExpected =
        error instanceof StoryError || error instanceof DOMException || isMissingChunk(error);
      if (!isExpected) throw error;
      toast('No se pudo preparar la imagen para la Story.', { type: 'error' });
    }
    setBusy(false);
  };

  return (
    <ActionButton
      name="Compartir"
      action="share"
      busy={busy}
      disabled={disabled}
      onClick={() => void share()}
    />
  );
}
