import { type GoogleOutcome, googleOutcomes } from '../../../../contract/src/rules/google-outcome.ts';
import { returnPath } from '../../../../contract/src/rules/return-path.ts';
import { queryAddress } from '../../api/client.ts';

const name = 'tablon.google';

/**
 * Opens the popup; call it in the click itself, or the browser blocks it. Where it is blocked the page goes to the
 * provider instead, and comes back to where a sign-in leads. @returns null then
 */
export function openGoogleWindow({ isSignUp }: { isSignUp: boolean }): Window | null {
  // Both screens say what accepting means: the sign-up by its box, the login beside the button.
  const address = queryAddress('startGoogleSignIn', { acceptedTos: true });
  keepWay(null);
  const popup = open(address, name, 'popup,width=480,height=680');
  if (popup) return popup;
  const from = (history.state as { from?: string } | null)?.from;
  keepWay(isSignUp ? '/editar' : returnPath(from));
  location.assign(address);
  return null;
}

/** Listens for how a popup ended. */
export function onGoogleOutcome(listener: (outcome: GoogleOutcome) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => listener(outcomeOf(data)));
  return () => channel.close();
}

const told = /^#google=(\w+)$/;

/** What came of it when the page itself went to the provider and failed there. */
export function readGoogleOutcome(): GoogleOutcome | null {
  const [, outcome] = told.exec(location.hash) ?? [];
  return outcome === undefined ? null : outcomeOf(outcome);
}

/** Takes that out of the address: it is said once. */
export function hideGoogleOutcome(): void {
  if (told.test(location.hash)) history.replaceState(history.state, '', location.pathname + location.search);
}

/** What is said to who comes back before an account is removed. */
export const keptText = 'Tu cuenta sigue: cancelamos la eliminación.';

const messages: Partial<Record<GoogleOutcome, string>> = {
  cancelled: 'Se cerró la ventana de inicio de sesión.',
  disabled: 'La cuenta está deshabilitada.',
  terms: 'Debés aceptar los Términos y la Privacidad.',
};

/** The forms' text for a failed sign-in with Google. */
export function googleError(outcome: GoogleOutcome): string {
  return messages[outcome] ?? 'No se pudo iniciar sesión. Intentá de nuevo.';
}

function outcomeOf(word: unknown): GoogleOutcome {
  return googleOutcomes.find((known) => known === word) ?? 'failed';
}

function keepWay(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, path);
  } catch {
    // Storage switched off: the way back leads to the feed.
  }
}
