import { type SubmitEvent, useState } from 'react';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { findPost } from '../../../api/post-cache.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { alertDialog } from '../../../ui/overlays/dialogs.ts';
import { openModal } from '../../../ui/overlays/modals.ts';
import { setOwnWarning } from './set-warning.ts';
import { WarningFields } from './WarningFields.tsx';

import dialog from '../../../ui/overlays/Dialog.module.css';

export function openWarning(postId: string): void {
  const post = findPost(postId);
  if (post?.warning?.byAdmin)
    void alertDialog('Esta advertencia la puso la administración: no se puede cambiar.');
  else if (post) openModal((close) => <WarningDialog post={post} onClose={close} />);
}

function WarningDialog({ post, onClose }: { post: PostView; onClose: () => void }) {
  const [warning, setWarning] = useState(post.warning ?? null);
  const [busy, setBusy] = useState(false);
  const ready = warning?.label.trim() !== '';

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    const { kind, label } = warning ?? {};
    const isUnchanged = kind === post.warning?.kind && label === post.warning?.label;
    if (isUnchanged || (await setOwnWarning(post.id, warning))) onClose();
    else setBusy(false);
  };

  return (
    <Dialog title="Advertencia" onClose={onClose}>
      <form noValidate className={dialog.form} onSubmit={(event) => void save(event)}>
        <WarningFields warning={warning} onChange={(next) => !busy && setWarning(next)} />
        <div className={dialog.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" disabled={!ready} busy={busy}>
            Guardar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
