import type { PostView, Warning } from '../../../../../contract/src/calls/shapes.ts';
import { warningLabel } from '../../../../../contract/src/rules/covers/warnings.ts';
import { assertApiError } from '../../../api/api-error.ts';
import { command } from '../../../api/client.ts';
import { optimistic } from '../../../api/optimistic.ts';
import { overlayPost, settlePost } from '../../../api/post-cache.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { alertDialog, toast } from '../../../ui/overlays/dialogs.ts';
import { withProof } from '../../session/proof/admin-proof.ts';

type Answer = { post: PostView };
type Mark = { warning: Warning | null; send: () => Promise<Answer> };

/** @returns whether the server confirmed it; a failure has been told */
export async function setOwnWarning(postId: string, warning: Warning | null): Promise<boolean> {
  const input = warning && { kind: warning.kind, label: warning.label };
  const send = () => command('setPostWarning', { postId, warning: input });
  const isConfirmed = await change(postId, { warning, send });
  if (isConfirmed) announce(warning ? 'Advertencia guardada.' : 'Advertencia quitada.');
  return isConfirmed;
}

export async function markSensitive(postId: string, isSensitive: boolean): Promise<void> {
  const kind = 'sensible' as const;
  const isConfirmed = await change(postId, {
    warning: isSensitive ? { kind, label: warningLabel(kind, null), byAdmin: true } : null,
    send: () =>
      withProof(() => command('setPostWarning', { postId, warning: isSensitive ? { kind } : null })),
  });
  const outcome = isSensitive ? 'Publicación marcada como sensible.' : 'La publicación ya no está marcada.';
  if (isConfirmed) toast(outcome, { type: 'success' });
}

const change = optimistic<Mark, Answer>({
  overlay: (postId, mark) =>
    overlayPost(postId, mark && ((post) => withWarning(post, mark.warning ?? undefined)), 'warning'),
  send: (_postId, { send }) => send(),
  settle: (postId, { post }) => settlePost(postId, (confirmed) => withWarning(confirmed, post.warning)),
  onFailure: (_postId, error) => {
    assertApiError(error);
    // A toast would stand behind the dialog of the warning.
    void alertDialog(
      error.code === 'permission-denied' ? error.message : 'No se pudo completar. Intentá de nuevo.',
    );
  },
});

function withWarning(post: PostView, warning: Warning | undefined): PostView {
  return { ...post, warning };
}
