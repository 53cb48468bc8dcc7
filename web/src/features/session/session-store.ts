import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { assertApiError, ignoreApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { dropEarly } from '../../api/early-calls.ts';
import { dropChanges } from '../../api/optimistic.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { rightsRefusals, sessionRefusals, signIns } from '../../api/refusals.ts';
import { createStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { nextSession, ownerOf, type Session, type SessionAnswer } from './session-state.ts';
import { onOtherTab, notifyOtherTabs } from './session-tabs.ts';

export const session = createStore<Session>({ status: 'loading', user: null, isAdmin: false, config: null });

/** The address that people use; this page may have been opened at another one. */
export function publicUrl(): string {
  return session.read().config?.publicUrl ?? location.origin;
}

/** Empty when nobody is signed in. */
export const viewerUid = () => session.read().user?.uid ?? '';

/** Whether nobody else has signed in here since; somebody whose session is lost stays the viewer. */
export function isViewer(uid: string): boolean {
  return ownerOf(session.read()) === uid;
}

let lastVisit = 0;

/** Another number means that nothing on the screen may stay: a known person left, or somebody else came. */
export const visits = () => lastVisit;

export async function loadSession(): Promise<void> {
  const before = session.read();
  try {
    const answer = await query('getSession', {});
    if (session.read() === before) settle(answer);
    // Changed meanwhile, as by a sign-out: the answer may be older.
    else await loadSession();
  } catch (error) {
    assertApiError(error);
    const now = session.read();
    if (now.status === 'loading') session.write({ ...now, status: 'failed' });
  }
}

export function retrySession(): Promise<void> {
  session.write({ ...session.read(), status: 'loading' });
  return loadSession();
}

export async function reloadSession(): Promise<void> {
  await loadSession();
  notifyOtherTabs();
}

/** Reads the whole session first, so that an admin is one from the first screen on. */
export async function beginSession(user: Profile): Promise<void> {
  const answer = await query('getSession', {}).catch(ignoreApiError);
  settle(answer?.user ? answer : { user, isAdmin: false, config: session.read().config });
  notifyOtherTabs();
}

/**
 * `before` runs synchronously with the new session, so that the guard does not redirect first.
 * @returns whether somebody is signed in
 */
export async function takeOverSession(before: () => void): Promise<boolean> {
  const answer = await query('getSession', {});
  if (!answer.user) return false;
  before();
  settle(answer);
  notifyOtherTabs();
  return true;
}

/** Needs no call, because a new account is no admin; so it runs synchronously. */
export function beginNewSession({ user, onboarding }: Output<'signUp'>): void {
  settle({ user, onboarding, isAdmin: false, config: session.read().config });
  notifyOtherTabs();
}

/** Ignores the profile of somebody who has signed out meanwhile. */
export function updateUser(user: Profile): void {
  const now = session.read();
  if (now.user?.uid !== user.uid) return;
  settle({ ...now, user });
  notifyOtherTabs();
}

export function endSession(): void {
  settleNobody(true);
  notifyOtherTabs();
}

/** Follows refusals and other tabs. Call once. */
export function watchSession(): void {
  sessionRefusals.subscribe(() => settleNobody());
  // The right may have been revoked.
  rightsRefusals.subscribe(() => session.read().isAdmin && void loadSession());
  onOtherTab(() => void loadSession());
}

/** `byChoice`: the user signed out, so nothing of the screen is kept. */
function settleNobody(byChoice?: boolean): void {
  settle({ user: null, isAdmin: false, config: session.read().config }, byChoice);
}

function settle(answer: SessionAnswer, byChoice = false): void {
  const now = session.read();
  const next = nextSession(now, answer, { byChoice, path: location.pathname });
  // Another user must not see cached data. A lost session keeps its screen.
  const before = ownerOf(now);
  const otherPerson = next.user !== null && next.user.uid !== before;
  if (otherPerson || byChoice) {
    if (before) lastVisit++;
    dropChanges();
    queryClient.clear();
    clearPosts();
  }
  if (next.user === null) dropEarly();
  else if (next.user.uid !== now.user?.uid) signIns.write(signIns.read() + 1);
  remember(next.user !== null);
  session.write(next);
}

// boot.js reads this, to request the feed in parallel with the session.
function remember(member: boolean): void {
  withStorage('localStorage', (storage) => {
    if (member) storage.setItem('tablon.member', '1');
    else storage.removeItem('tablon.member');
  });
}
