import type { Output } from '../../../../contract/src/calls/all.ts';

export type SessionAnswer = Pick<Output<'getSession'>, 'user' | 'isAdmin' | 'onboarding'> & {
  config: Output<'getSession'>['config'] | null;
  lastEventId?: string | null;
};

/**
 * `lost`: the session ended while a screen was open. The screen stays, so that no input is lost, and leaving
 * it leads to the sign-in. `failed`: the server cannot be reached.
 */
export type Session = SessionAnswer & {
  status: 'loading' | 'signed-in' | 'signed-out' | 'lost' | 'failed';
  lostPath?: string;
  lostUid?: string;
  leftByChoice?: true;
};

/** Whose screen it is: somebody whose session is lost stays its owner. */
export function ownerOf({ user, lostUid }: Session): string | undefined {
  return user?.uid ?? lostUid;
}

type Circumstances = { byChoice: boolean; path: string };

export function nextSession(now: Session, answer: SessionAnswer, { byChoice, path }: Circumstances): Session {
  if (answer.user) return { ...answer, status: 'signed-in' };
  const isLost = !byChoice && now.user !== null;
  if (isLost) return { ...answer, status: 'lost', lostPath: path, lostUid: now.user?.uid };
  if (now.status === 'lost' && !byChoice) return { ...now, ...answer };
  return { ...answer, status: 'signed-out', ...((byChoice || now.leftByChoice) && { leftByChoice: true }) };
}
