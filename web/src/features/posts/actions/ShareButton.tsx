import { useState } from 'react';

import { openMenuLazily } from '../../../ui/overlays/open-menu-lazily.ts';
import { ActionButton } from './ActionButton.tsx';

export function ShareButton({ postId, disabled }: { postId: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const open = async (button: HTMLButtonElement) =>
    (await import('./share-menu.tsx')).openShareMenu(button, postId, setBusy);
  return (
    <ActionButton
      name="Compartir"
      action="share"
      busy={busy}
      disabled={disabled}
      onClick={(button) => openMenuLazily(button, open)}
    />
  );
}
