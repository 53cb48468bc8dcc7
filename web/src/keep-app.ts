import { isAnswerKept, subscribeKept } from './api/kept-answer.ts';
import { keepWorker } from './features/app/worker.ts';
import { watchUnread } from './features/notifications/unread.ts';
import { loadSession, readSession, subscribeSession } from './features/session/session-store.ts';
import { setAppBadge } from './ui/browser/app-badge.ts';

export { recoverProgram } from './features/app/missing-program.ts';

/** What makes an app of the page, fetched when the first screen has long been there. */
export function keepApp(): void {
  keepWorker();
  watchUnread(setAppBadge);
  subscribeSession(() => {
    const { status } = readSession();
    if (status === 'signed-out' || status === 'lost') setAppBadge(0);
  });
  // The network is back: who is here is asked again, and what they may do.
  subscribeKept(() => {
    if (!isAnswerKept()) void loadSession();
  });
}
