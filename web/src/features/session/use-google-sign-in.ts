import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import type { GoogleOutcome } from '../../../../contract/src/rules/google-outcome.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import {
  googleError,
  hideGoogleOutcome,
  keptText,
  onGoogleOutcome,
  openGoogleWindow,
  readGoogleOutcome,
} from './google-window.ts';
import { takeOverSession } from './session-store.ts';

const lookMs = 400;

/** Runs a Google sign-in: opens the popup, waits for its outcome, takes its session over. */
export function useGoogleSignIn({ isSignUp }: { isSignUp: boolean }) {
  const [, navigate] = useLocation();
  const [error, setError] = useState(() => {
    const failed = readGoogleOutcome();
    return failed && googleError(failed);
  });
  const [popup, setPopup] = useState<Window | null>(null);
  // Other tabs share the channel, so only the tab that asked reacts.
  const asked = useRef(false);
  const heard = useRef(0);

  const settle = useEffectEvent(async (outcome: GoogleOutcome) => {
    if (!asked.current) return;
    const turn = ++heard.current;
    setPopup(null);
    const leads = isSignUp || outcome === 'new';
    const before = () => leads && navigate('/editar', { replace: true });
    // Where the provider cuts the tie to the popup it looks closed too early, so a session counts whatever the
    // outcome.
    const signedIn =
      outcome !== 'failed' &&
      outcome !== 'disabled' &&
      outcome !== 'terms' &&
      (await takeOverSession(before).catch(ignoreApiError));
    if (signedIn && outcome === 'kept') toast(keptText);
    if (signedIn) asked.current = false;
    else if (turn === heard.current) setError(googleError(outcome));
  });

  useEffect(hideGoogleOutcome, []);
  useEffect(() => onGoogleOutcome((outcome) => void settle(outcome)), []);

  useEffect(() => {
    if (!popup) return undefined;
    let wasClosed = false;
    const look = setInterval(() => {
      const isClosed = popup.closed && document.hasFocus();
      // At the second look, because its last message may still be under way.
      if (isClosed && wasClosed) void settle('cancelled');
      wasClosed = isClosed;
    }, lookMs);
    return () => clearInterval(look);
  }, [popup]);

  const begin = () => {
    asked.current = true;
    heard.current++;
    setError(null);
    setPopup(openGoogleWindow({ isSignUp }));
  };

  return { begin, isWaiting: popup !== null, error };
}
