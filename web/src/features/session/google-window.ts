import { type GoogleOutcome, googleOutcomes } from '../../../../contract/src/rules/google-outcome.ts';
import { returnPath } from '../../../../contract/src/rules/return-path.ts';
import { queryAddress } from '../../api/client.ts';
import { withStorage } from '../../state/storage.ts';
import { rememberedPath } from './remembered-path.ts';

const name = 'tablon.google';

/**
 * Call it synchronously in the click, or the browser blocks the popup. Null when it is blocked anyway: then
 * the page itself goes to Google.
 */
export function openGoogleWindow({ isSignUp }: { isSignUp: boolean }): Window | null {
  // Both screens show what the user accepts: the sign-up by its checkbox, the login beside the button.
  const address = queryAddress('startGoogleSignIn', { acceptedTos: true });
  rememberReturnPath(null);
  const popup = open(address, name, 'popup,width=480,height=680');
  if (popup) return popup;
  rememberReturnPath(isSignUp ? '/editar' : returnPath(rememberedPath()));
  location.assign(address);
  return null;
}

export function onGoogleOutcome(listener: (outcome: GoogleOutcome) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => listener(outcomeOf(data)));
  return () => channel.close();
}

const outcomeHash = /^#google=(\w+)$/;

/** Null unless the page itself went to Google and failed there. */
export function readGoogleOutcome(): GoogleOutcome | null {
  const [, outcome] = outcomeHash.exec(location.hash) ?? [];
  return outcome === undefined ? null : outcomeOf(outcome);
}

/** Otherwise a reload would show the outcome again. */
export function hideGoogleOutcome(): void {
  if (outcomeHash.test(location.hash))
    history.replaceState(history.state, '', location.pathname + location.search);
}

export const deletionCancelledText = 'Tu cuenta sigue: cancelamos la eliminación.';

const messages: Partial<Record<GoogleOutcome, string>> = {
  cancelled: 'Se cerró la ventana de inicio de sesión.',
  disabled: 'La cuenta está deshabilitada.',
  terms: 'Debés aceptar los Términos y la Privacidad.',
};

export function googleError(outcome: GoogleOutcome): string {
  return messages[outcome] ?? 'No se pudo iniciar sesión. Intentá de nuevo.';
}

function outcomeOf(word: unknown): GoogleOutcome {
  return googleOutcomes.find((outcome) => outcome === word) ?? 'failed';
}

// Without storage the sign-in leads to the feed.
function rememberReturnPath(path: string | null): void {
  withStorage('sessionStorage', (storage) => {
    if (path === null) storage.removeItem(name);
    else storage.setItem(name, path);
  });
}
