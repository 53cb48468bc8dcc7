import { useState } from 'react';

import { openMenuLazily } from '../../../ui/overlays/open-menu-lazily.ts';
import { ActionButton } from './ActionButton.tsx';

export function ShareButton({ postId, disabled }: { postId: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const load = async () => {
    const { openShareMenu } = await import('./share-menu.tsx');
    return (button: HTMLButtonElement) => openShareMenu(button, postId, setBusy);
  };
  return (
    <ActionButton
      name="Compartir"
      action="share"
      busy={busy}
      disabled={disabled}
      onClick={(button) => openMenuLazily(button, load)}
    />
  );
}
