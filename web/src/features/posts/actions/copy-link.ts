import { findPost } from '../../../api/post-cache.ts';
import { promptDialog, toast } from '../../../ui/overlays/dialogs.ts';
import { session } from '../../session/session-store.ts';

/** The address of a post, or of a comment on it. */
export function postAddress(postId: string, commentId?: string): string {
  const comment = commentId === undefined ? '' : `?comentario=${commentId}`;
  return new URL(`/p/${postId}${comment}`, location.href).href;
}

/** Copies that address, or shows it where the browser does not let pages copy. */
export async function copyPostLink(postId: string, commentId?: string): Promise<void> {
  const address = postAddress(postId, commentId);
  try {
    await navigator.clipboard.writeText(address);
    toast(isForMembers(postId) ? 'Enlace copiado. Solo lo ven quienes tienen cuenta.' : 'Enlace copiado.', {
      type: 'success',
    });
  } catch (error) {
    // Not a secure context: there is no clipboard. Or the user refused.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    await promptDialog('Copiá el enlace', { label: 'Enlace', value: address, confirm: 'Listo' });
  }
}

function isForMembers(postId: string): boolean {
  const mayBePublic = session.read().config?.features.includes('publico') === true;
  return mayBePublic && findPost(postId)?.membersOnly === true;
}
