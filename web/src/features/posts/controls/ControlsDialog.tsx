import { type SubmitEvent, useState } from 'react';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { assertApiError } from '../../../api/api-error.ts';
import { command } from '../../../api/client.ts';
import { findPost, settlePost } from '../../../api/post-cache.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { openModal } from '../../../ui/overlays/modals.ts';
import { ControlFields, type Controls } from './ControlFields.tsx';

import dialog from '../../../ui/overlays/Dialog.module.css';

export function openControls(postId: string): void {
  const post = findPost(postId);
  if (post) openModal((close) => <ControlsDialog post={post} onClose={close} />);
}

function ControlsDialog({ post, onClose }: { post: PostView; onClose: () => void }) {
  const before = controlsOf(post);
  const [controls, setControls] = useState(before);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onClose();
    void saveControls(post.id, controls);
  };
  return (
    <Dialog title="Quiénes pueden comentar" onClose={onClose}>
      <form noValidate className={dialog.form} onSubmit={save}>
        <ControlFields controls={controls} onChange={setControls} isLabelHidden />
        <div className={dialog.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary">
            Guardar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function saveControls(postId: string, controls: Controls): Promise<void> {
  try {
    const { post } = await command('setPostControls', { postId, ...controls });
    const { commentPolicy, quotesAllowed } = post;
    settlePost(postId, (confirmed) => {
      const next = { ...confirmed };
      delete next.commentPolicy;
      delete next.quotesAllowed;
      if (commentPolicy) next.commentPolicy = commentPolicy;
      if (quotesAllowed === false) next.quotesAllowed = quotesAllowed;
      return next;
    });
    announce('Guardado');
  } catch (error) {
    assertApiError(error);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
  }
}

function controlsOf({ commentPolicy, quotesAllowed }: PostView): Controls {
  return { commentPolicy: commentPolicy ?? 'all', quotesAllowed: quotesAllowed !== false };
}
