import { promptDialog, toast } from '../../../ui/overlays/dialogs.ts';

export function postAddress(postId: string): string {
  return new URL(`/p/${postId}`, location.href).href;
}

/** Copies a post's address, or shows it where the browser does not let pages copy. */
export async function copyPostLink(postId: string): Promise<void> {
  const address = postAddress(postId);
  try {
    await navigator.clipboard.writeText(address);
    toast('Enlace copiado.', { type: 'success' });
  } catch (error) {
    // Not a secure context: there is no clipboard. Or the user refused.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    await promptDialog('Copiá el enlace', { label: 'Enlace', value: address, confirm: 'Listo' });
  }
}
