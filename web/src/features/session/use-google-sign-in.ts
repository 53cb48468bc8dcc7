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

/** The course of a sign-in in the popup: open it, hear how it ended, take its session over. */
export function useGoogleSignIn({ isSignUp }: { isSignUp: boolean }) {
  const [, navigate] = useLocation();
  const [error, setError] = useState(() => {
    const failed = readGoogleOutcome();
    return failed && googleError(failed);
  });
  const [popup, setPopup] = useState<Window | null>(null);
  // Other tabs hear the channel too: only who asked answers for it.
  const asked = useRef(false);
  const heard = useRef(0);

  const settle = useEffectEvent(async (outcome: GoogleOutcome) => {
    if (!asked.current) return;
    const turn = ++heard.current;
    setPopup(null);
    const leads = isSignUp || outcome === 'new';
    const before = () => leads && navigate('/editar', { replace: true });
    // The window may look closed too early, where the provider cuts the tie to it: a session counts whatever it says.
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
      // At the second look: its last word may still be on its way.
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
