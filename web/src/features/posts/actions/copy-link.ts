import { findPost } from '../../../api/post-cache.ts';
import { promptDialog, toast } from '../../../ui/overlays/dialogs.ts';
import { publicUrl, session } from '../../session/session-store.ts';

export function postAddress(postId: string, commentId?: string): string {
  const comment = commentId === undefined ? '' : `?comentario=${commentId}`;
  return `${publicUrl()}/p/${postId}${comment}`;
}

export async function copyPostLink(postId: string, commentId?: string): Promise<void> {
  const address = postAddress(postId, commentId);
  try {
    await navigator.clipboard.writeText(address);
    toast(isForMembers(postId) ? 'Enlace copiado. Solo lo ven quienes tienen cuenta.' : 'Enlace copiado.', {
      type: 'success',
    });
  } catch (error) {
    // No clipboard outside a secure context (TypeError), or the user refused.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    await promptDialog('Copiá el enlace', { label: 'Enlace', value: address, confirm: 'Listo' });
  }
}

function isForMembers(postId: string): boolean {
  const mayBePublic = session.read().config?.features.includes('publico') === true;
  return mayBePublic && findPost(postId)?.membersOnly === true;
}
