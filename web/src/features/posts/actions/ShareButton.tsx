import { useState } from 'react';

import { toast } from '../../../ui/overlays/dialogs.ts';
import { ActionButton } from './ActionButton.tsx';

/** Makes a Story image of the post and hands it to the device. */
export function ShareButton({ postId, disabled }: { postId: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false);

  const share = async () => {
    setBusy(true);
    try {
      const { shareStory } = await import('../story/share-story.tsx');
      await shareStory(postId);
    } catch {
      // Whatever failed on the way, the program itself or a picture that did not come: one text for all of it.
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
