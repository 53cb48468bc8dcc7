import { toast } from '../../ui/dialogs.ts';

/** Opens the dialog in which a post is quoted. */
export function quotePost(postId: string): void {
  void opened(async () => (await import('./QuoteDialog.tsx')).openQuote(postId));
}

/** Opens the dialog in which the author changes a post. */
export function editPost(postId: string): void {
  void opened(async () => (await import('./EditPostDialog.tsx')).openEditor(postId));
}

// Their programs come on first use; without them nothing has begun and nothing is lost.
async function opened(open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch {
    toast('Se cortó la señal. Probá de nuevo.', { type: 'error' });
  }
}
