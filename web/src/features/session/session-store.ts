import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { onSessionRefused } from '../../api/session-refused.ts';
import { nextSession, type Session, type SessionAnswer } from './session-state.ts';
import { onOtherTab, tellOtherTabs } from './session-tabs.ts';

let session: Session = { status: 'loading', user: null, isAdmin: false, config: null };
const listeners = new Set<() => void>();

export const readSession = () => session;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    settle(await query('getSession', {}));
  } catch {
    if (session.status === 'loading') set({ ...session, status: 'failed' });
  }
}

export function retrySession(): Promise<void> {
  set({ ...session, status: 'loading' });
  return loadSession();
}

/** After a sign-in or sign-up: what the new session may see is asked again, here and in the other tabs. */
export async function beginSession(user: Output<'signIn'>['user']): Promise<void> {
  settle({ user, isAdmin: false, config: session.config });
  tellOtherTabs();
  await loadSession();
}

/** After a sign-out. */
export function endSession(): void {
  settle({ user: null, isAdmin: false, config: session.config }, { byChoice: true });
  tellOtherTabs();
}

/** Listens for what ends or begins a session elsewhere; call once. */
export function watchSession(): void {
  onSessionRefused(() => settle({ user: null, isAdmin: false, config: session.config }));
  onOtherTab(() => void loadSession());
}

function settle(answer: SessionAnswer, { byChoice = false } = {}): void {
  const next = nextSession(session, answer, { byChoice, path: location.pathname });
  // What another person may see differs: nothing of it is kept. A lost session keeps its screen.
  const otherPerson = next.user !== null && next.user.uid !== (session.user?.uid ?? session.lostUid);
  if (otherPerson || byChoice) queryClient.clear();
  remember(next.user !== null);
  set(next);
}

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

// boot.js asks for the feed at once when this is set.
function remember(member: boolean): void {
  try {
    if (member) localStorage.setItem('tablon.member', '1');
    else localStorage.removeItem('tablon.member');
  } catch {
    // Storage switched off: the feed is asked for a little later.
  }
}
