import { promptDialog, toast } from '../../../ui/overlays/dialogs.ts';

/** `label` names the text where it cannot be copied and is shown instead: 'Enlace'. */
export async function copyText(text: string, { copied, label }: { copied: string; label: string }) {
  try {
    await navigator.clipboard.writeText(text);
    toast(copied, { type: 'success' });
  } catch (error) {
    // No clipboard outside a secure context (TypeError), or the user refused.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    const question = `Copiá el ${label.toLowerCase()}`;
    await promptDialog(question, { label, value: text, confirm: 'Listo' });
  }
}
