import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import type { GoogleOutcome } from '../../../../contract/src/rules/google-outcome.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import {
  googleError,
  hideGoogleOutcome,
  deletionCancelledText,
  onGoogleOutcome,
  openGoogleWindow,
  readGoogleOutcome,
} from './google-window.ts';
import { rememberedPath } from './remembered-path.ts';
import { takeOverSession } from './session-store.ts';

const lookMs = 400;
// For the two requests of the popup's last page on a slow network.
const messageMs = 3000;
const failures = new Set<GoogleOutcome>(['failed', 'disabled', 'terms']);

export function useGoogleSignIn({ isSignUp }: { isSignUp: boolean }) {
  const [, navigate] = useLocation();
  const [error, setError] = useState(() => {
    const outcome = readGoogleOutcome();
    return outcome && googleError(outcome);
  });
  const [popup, setPopup] = useState<Window | null>(null);
  // Other tabs share the channel, so only the tab that opened the popup reacts.
  const isOurs = useRef(false);
  const turns = useRef(0);

  const settle = useEffectEvent(async (outcome: GoogleOutcome) => {
    if (!isOurs.current) return;
    const turn = ++turns.current;
    setPopup(null);
    const leads = isSignUp || outcome === 'new';
    const before = () =>
      leads && navigate('/editar', { replace: true, state: { isNew: true, from: rememberedPath() } });
    // Where the provider cuts the tie to the popup, it looks closed too early: a session counts whatever the
    // outcome. After a moment, because the popup's message, on its way, says whether to a new account.
    const isFailed = failures.has(outcome) || (outcome === 'cancelled' && !(await isSignedIn()));
    if (outcome === 'cancelled' && !isFailed) {
      await new Promise((resolve) => setTimeout(resolve, messageMs));
      if (turn !== turns.current) return;
    }
    const signedIn = !isFailed && (await takeOverSession(before).catch(ignoreApiError));
    if (signedIn && outcome === 'kept') toast(deletionCancelledText);
    if (signedIn) isOurs.current = false;
    else if (turn === turns.current) setError(googleError(outcome));
  });

  useEffect(hideGoogleOutcome, []);
  useEffect(() => onGoogleOutcome((outcome) => void settle(outcome)), []);

  useEffect(() => {
    if (!popup) return undefined;
    let wasClosed = false;
    const look = setInterval(() => {
      const isClosed = popup.closed && document.hasFocus();
      // Only at the second check, because the popup's last message may still be on its way.
      if (isClosed && wasClosed) void settle('cancelled');
      wasClosed = isClosed;
    }, lookMs);
    return () => clearInterval(look);
  }, [popup]);

  const begin = () => {
    isOurs.current = true;
    turns.current++;
    setError(null);
    setPopup(openGoogleWindow({ isSignUp }));
  };

  return { begin, isWaiting: popup !== null, error, forgetError: () => setError(null) };
}

async function isSignedIn(): Promise<boolean> {
  const answer = await query('getSession', {}).catch(ignoreApiError);
  return Boolean(answer?.user);
}
