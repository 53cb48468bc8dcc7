import { retryOnline } from './api/retry-online.ts';
import { staleAnswer } from './api/stale-answer.ts';
import { followPreferences } from './features/account/follow-preferences.ts';
import { registerWorker } from './features/app/worker.ts';
import { forgetUnread, watchUnread } from './features/notifications/unread.ts';
import { loadSession, session } from './features/session/session-store.ts';
import { setAppBadge } from './ui/browser/app-badge.ts';
import { changeDocumentTitle } from './ui/browser/document-title.ts';

export { recoverFromMissingChunk } from './features/app/recover.ts';

export function startBackgroundWork(): void {
  registerWorker();
  retryOnline();
  followPreferences();
  watchUnread(showUnread);
  session.subscribe(() => {
    const { status } = session.read();
    if (status !== 'signed-out' && status !== 'lost') return;
    forgetUnread();
    showUnread(0);
  });
  // The session or its rights may have changed while the page or the network was away.
  addEventListener('pageshow', ({ persisted }) => persisted && void loadSession());
  staleAnswer.subscribe(() => {
    if (!staleAnswer.read()) void loadSession();
  });
}

function showUnread(unread: number): void {
  setAppBadge(unread);
  changeDocumentTitle({ unread });
}
