import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { query } from '../../api/client.ts';
import { dropEarly } from '../../api/early-calls.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { onRightsRefused, onSessionRefused } from '../../api/session-refused.ts';
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

/** After this session was put under another token: the other tabs look again too. */
export async function renewSession(): Promise<void> {
  await loadSession();
  tellOtherTabs();
}

/** After a sign-in: the whole session is asked for first, so that an admin is one from the first screen on. */
export async function beginSession(user: Profile): Promise<void> {
  const answer = await query('getSession', {}).catch(() => null);
  settle(answer?.user ? answer : { user, isAdmin: false, config: session.config });
  tellOtherTabs();
}

/**
 * After a sign-in in another window: takes its session over, if it is there. `before` runs in one breath with it, so
 * that the guard of the screen does not lead elsewhere first. @returns whether somebody is signed in
 */
export async function takeOverSession(before: () => void): Promise<boolean> {
  const answer = await query('getSession', {});
  if (!answer.user) return false;
  before();
  settle(answer);
  tellOtherTabs();
  return true;
}

/** After a sign-up, at once: a new account is nobody's admin. */
export function beginNewSession(user: Profile): void {
  settle({ user, isAdmin: false, config: session.config });
  tellOtherTabs();
}

/** After the signed-in user changed their own profile. */
export function renewUser(user: Profile): void {
  settle({ user, isAdmin: session.isAdmin, config: session.config });
  tellOtherTabs();
}

/** After a sign-out. */
export function endSession(): void {
  settle({ user: null, isAdmin: false, config: session.config }, { byChoice: true });
  tellOtherTabs();
}

/** Listens for what ends or begins a session elsewhere; call once. */
export function watchSession(): void {
  onSessionRefused(() => settle({ user: null, isAdmin: false, config: session.config }));
  // Somebody is an admin no more.
  onRightsRefused(() => session.isAdmin && void loadSession());
  onOtherTab(() => void loadSession());
}

function settle(answer: SessionAnswer, { byChoice = false } = {}): void {
  const next = nextSession(session, answer, { byChoice, path: location.pathname });
  // What another person may see differs: nothing of it is kept. A lost session keeps its screen.
  const otherPerson = next.user !== null && next.user.uid !== (session.user?.uid ?? session.lostUid);
  if (otherPerson || byChoice) {
    queryClient.clear();
    clearPosts();
  }
  if (next.user === null) dropEarly();
  remember(next.user !== null);
  set(next);
}

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

// With this, boot.js asks for the feed beside the session instead of after it.
function remember(member: boolean): void {
  try {
    if (member) localStorage.setItem('tablon.member', '1');
    else localStorage.removeItem('tablon.member');
  } catch {
    // Storage switched off: the feed is asked for a little later.
  }
}
