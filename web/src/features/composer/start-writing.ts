import { navigate } from '../../ui/overlays/use-back-to-close.ts';
import { session } from '../session/session-store.ts';
import { readComposer, typeDraft } from './composer-store.ts';
import { withShared } from './shared-draft.ts';

/**
 * Handles the composer's parameters in the address (`escribir`, `title`, `text`, `url`), also after a
 * sign-in.
 */
export function startWriting(): void {
  session.subscribe(takeParameters);
  // wouter dispatches pushState and replaceState as events.
  for (const move of ['pushState', 'replaceState', 'popstate']) addEventListener(move, takeParameters);
  takeParameters();
}

const parameters = ['escribir', 'title', 'text', 'url'];

function takeParameters(): void {
  const { user } = session.read();
  const address = new URL(location.href);
  if (!user || address.pathname !== '/feed') return;
  const share = new URLSearchParams([...address.searchParams].filter(([name]) => parameters.includes(name)));
  if (share.toString() === '') return;
  for (const name of parameters) address.searchParams.delete(name);
  typeDraft(user.uid, withShared(readComposer(user.uid).draft, share));
  navigate(address.pathname + address.search, { replace: true });
  focusComposer(50);
}

// Retries until the feed is rendered.
function focusComposer(tries: number): void {
  const box = document.querySelector<HTMLTextAreaElement>('main form textarea');
  if (box) {
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  } else if (tries > 0) setTimeout(() => focusComposer(tries - 1), 100);
}
