import { fetched } from '../../../ui/overlays/fetched.ts';

/** Opens the dialog in which a post is quoted. */
export function quotePost(postId: string): void {
  void fetched(async () => (await import('../quotes/QuoteDialog.tsx')).openQuote(postId));
}

/** Opens the dialog in which the author changes a post. */
export function editPost(postId: string): void {
  void fetched(async () => (await import('../editing/EditPostDialog.tsx')).openEditor(postId));
}
