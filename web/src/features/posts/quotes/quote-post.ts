import { openLazily } from '../../../ui/overlays/run-lazily.ts';

export function quotePost(postId: string): void {
  openLazily(
    () => import('./QuoteDialog.tsx'),
    ({ openQuote }) => openQuote(postId),
  );
}
