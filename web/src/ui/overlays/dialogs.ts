import { notices, type Toast } from './notices.ts';

type ConfirmOptions = {
  confirm?: string;
  danger?: boolean;
};

type PromptOptions = { label: string; value?: string; confirm?: string };

type ToastOptions = Partial<Omit<Toast, 'message'>>;

export async function alertDialog(message: string): Promise<void> {
  await notices.ask({ kind: 'alert', message, confirm: 'Aceptar' });
}

export async function confirmDialog(message: string, options: ConfirmOptions): Promise<boolean> {
  const { confirm = 'Aceptar', danger = confirm === 'Eliminar' } = options;
  return (await notices.ask({ kind: 'confirm', message, confirm, danger })) !== null;
}

/** Resolves to null when cancelled. */
export function promptDialog(message: string, options: PromptOptions): Promise<string | null> {
  const { label, value = '', confirm = 'Aceptar' } = options;
  return notices.ask({ kind: 'prompt', message, confirm, label, value });
}

/** @returns the function that removes the toast early */
export function toast(
  message: string,
  { type = 'info', durationMs = 3000, action }: ToastOptions = {},
): () => void {
  const id = notices.toast({ message, type, durationMs, action });
  return () => notices.dismiss(id);
}
