import { retryOnline } from './api/retry-online.ts';
import { staleAnswer } from './api/stale-answer.ts';
import { followPreferences } from './features/account/follow-preferences.ts';
import { registerWorker } from './features/app/worker.ts';
import { forgetUnread, watchUnread } from './features/notifications/unread.ts';
import { freePostsRegularly } from './features/posts/lists/free-posts.ts';
import { ownerOf } from './features/session/session-state.ts';
import { loadSession, session } from './features/session/session-store.ts';
import { setAppBadge } from './ui/browser/app-badge.ts';
import { changeDocumentTitle } from './ui/browser/document-title.ts';
import { holdPlace } from './ui/browser/hold-place.ts';
import { modals } from './ui/overlays/modals.ts';
import { notices } from './ui/overlays/notices.ts';

export { recoverFromMissingChunk } from './features/app/recover.ts';

export function startBackgroundWork(): void {
  registerWorker();
  retryOnline(retryFailedSession);
  followPreferences();
  followUnread();
  followPerson();
  followRestores();
  holdPlace();
  freePostsRegularly();
  // The session or its rights may have changed while the network was away.
  staleAnswer.subscribe(() => {
    if (!staleAnswer.read()) void loadSession();
  });
}

/** In the title and on the app's icon, until the returned function is called. */
export function followUnread(): () => void {
  const ends = [
    watchUnread(showUnread),
    session.subscribe(() => {
      const { status } = session.read();
      if (status !== 'signed-out' && status !== 'lost') return;
      forgetUnread();
      showUnread(0);
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** Nothing that one person has opened or typed is shown to the next person, or sent by them. */
export function followPerson(): () => void {
  const person = () => ownerOf(session.read());
  let before = person();
  return session.subscribe(() => {
    const now = person();
    if (before !== undefined && now !== before) dropOverlays();
    before = now;
  });
}

/**
 * The session may have changed while the page was in the back/forward cache, and Safari brings the page back at
 * its top. Returns how to stop.
 */
export function followRestores(): () => void {
  const end = new AbortController();
  const { signal } = end;
  let place = 0;
  addEventListener('pagehide', () => (place = scrollY), { signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return;
      scrollTo(0, place);
      void loadSession();
    },
    { signal },
  );
  return () => end.abort();
}

// Without their questions whether to discard what was typed.
function dropOverlays(): void {
  const dropped = modals.read();
  modals.write([]);
  for (const { onDropped } of dropped) onDropped?.();
  for (const { answer } of notices.read().questions) answer(null);
}

/** The screen stays as it is until the answer comes: something may be typed on it. */
export function retryFailedSession(): void {
  if (session.read().status === 'failed') void loadSession();
}

function showUnread(unread: number): void {
  setAppBadge(unread);
  changeDocumentTitle({ unread });
}
