import { runLazily } from '../../../ui/overlays/run-lazily.ts';

/** Opens the dialog in which a post is quoted. */
export function quotePost(postId: string): void {
  void runLazily(async () => (await import('../quotes/QuoteDialog.tsx')).openQuote(postId));
}

/** Opens the dialog in which the author changes a post. */
export function editPost(postId: string): void {
  void runLazily(async () => (await import('../editing/EditPostDialog.tsx')).openEditor(postId));
}
