import { runLazily } from '../../../ui/overlays/run-lazily.ts';

export function quotePost(postId: string): void {
  void runLazily(async () => (await import('./QuoteDialog.tsx')).openQuote(postId));
}
