import { returnPath } from '../../../../contract/src/rules/return-path.ts';
import type { Session } from './session-state.ts';

export type Access = 'guest' | 'anyone' | 'member' | 'admin';

export type Verdict =
  | { kind: 'show' | 'wait' | 'failed' }
  /** `from`: the path to return to after the sign-in. */
  | { kind: 'redirect'; to: string; from?: string };

type Visit = {
  path: string;
  search: string;
  from: string | null;
};

/**
 * Only navigation redirects: a session that ends while a screen is open leaves it there, so that no input is
 * lost.
 */
export function guard(access: Access, session: Session, visit: Visit): Verdict {
  const { status, user, isAdmin } = session;
  if (access === 'anyone') return { kind: 'show' };
  if (access === 'guest') {
    if (user) return { kind: 'redirect', to: returnPath(visit.from) };
    return { kind: status === 'loading' ? 'wait' : 'show' };
  }
  if (status === 'loading') return { kind: 'wait' };
  if (status === 'failed') return { kind: 'failed' };
  if (status === 'lost' && addressOf(visit.path) === session.lostPath) return { kind: 'show' };
  if (!user) {
    const from = visit.path + visit.search;
    return { kind: 'redirect', to: '/ingresar', ...(!session.leftByChoice && { from }) };
  }
  if (access === 'admin' && !isAdmin) return { kind: 'redirect', to: '/feed' };
  return { kind: 'show' };
}

// The router decodes the path that it gives.
function addressOf(path: string): string | undefined {
  return URL.parse(path, 'http://tablon.invalid')?.pathname;
}
