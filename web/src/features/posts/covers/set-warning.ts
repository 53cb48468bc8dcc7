import type { PostView, Warning } from '../../../../../contract/src/calls/shapes.ts';
import { warningLabel } from '../../../../../contract/src/rules/covers/warnings.ts';
import { assertApiError } from '../../../api/api-error.ts';
import { command } from '../../../api/client.ts';
import { overlayPost, settlePost } from '../../../api/post-cache.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { alertDialog, toast } from '../../../ui/overlays/dialogs.ts';
import { withProof } from '../../session/admin-proof.ts';

/** Sets or lifts the warning of the user's own post: it shows at once, and is taken back on failure. */
export async function setOwnWarning(postId: string, warning: Warning | null): Promise<void> {
  const input = warning && { kind: warning.kind, label: warning.label };
  const done = await change(postId, warning, () => command('setPostWarning', { postId, warning: input }));
  if (done) announce(warning ? 'Advertencia guardada.' : 'Advertencia quitada.');
}

/** Marks somebody else's post as sensitive, or lifts the mark. The admin re-authenticates when the server asks. */
export async function markSensitive(postId: string, marked: boolean): Promise<void> {
  const kind = 'sensible' as const;
  const done = await change(
    postId,
    marked ? { kind, label: warningLabel(kind, null), byAdmin: true } : null,
    () => withProof(() => command('setPostWarning', { postId, warning: marked ? { kind } : null })),
  );
  const outcome = marked ? 'Publicación marcada como sensible.' : 'La publicación ya no está marcada.';
  if (done) toast(outcome, { type: 'success' });
}

async function change(
  postId: string,
  warning: Warning | null,
  send: () => Promise<{ post: PostView }>,
): Promise<boolean> {
  overlayPost(postId, (post) => withWarning(post, warning ?? undefined), 'warning');
  try {
    const { post } = await send();
    settlePost(postId, (confirmed) => withWarning(confirmed, post.warning));
    return true;
  } catch (error) {
    assertApiError(error);
    if (error.code === 'permission-denied') await alertDialog(error.message);
    else toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
    return false;
  } finally {
    overlayPost(postId, null, 'warning');
  }
}

function withWarning(post: PostView, warning: Warning | undefined): PostView {
  const changed = { ...post };
  if (warning) changed.warning = warning;
  else delete changed.warning;
  return changed;
}
