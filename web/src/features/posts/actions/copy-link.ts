import { promptDialog, toast } from '../../../ui/overlays/dialogs.ts';

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
    toast('Enlace copiado.', { type: 'success' });
  } catch (error) {
    // Not a secure context: there is no clipboard. Or the user refused.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    await promptDialog('Copiá el enlace', { label: 'Enlace', value: address, confirm: 'Listo' });
  }
}
