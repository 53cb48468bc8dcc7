import { isShown } from '../../ui/browser/is-shown.ts';
import { navigate } from '../../ui/overlays/use-back-to-close.ts';
import { session } from '../session/session-store.ts';
import { keepFocus } from './keep-focus.ts';
import { keysAreOn, followOtherTabs } from './keys-setting.ts';
import { openKeysDialog } from './KeysDialog.tsx';
import { pressOnPost, stepPost } from './post-keys.ts';
import { moveInside, postAround, settleStops } from './tab-stops.ts';

const moving = new Set(['Tab', 'PageUp', 'PageDown', 'j', 'k', 'n', 'c']);

/**
 * One listener for the whole page: a card of a long feed has none of its own.
 * @param write opens the composer
 */
export function watchKeys(write: () => void): void {
  followOtherTabs();
  keepFocus();
  addEventListener('keydown', (event) => onKey(event, write));
  // CSS shows the focus ring of a text box only when the keyboard led there.
  addEventListener('pointerdown', () => delete document.documentElement.dataset['keys'], true);
}

function onKey(event: KeyboardEvent, write: () => void): void {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
  if (moving.has(event.key) && !isField(target)) document.documentElement.dataset['keys'] = '';
  if (event.key === 'Tab') {
    document.documentElement.dataset['keys'] = '';
    settleStops(target);
  } else if (event.ctrlKey || event.metaKey || event.altKey || isField(target)) return;
  else if (moveInside(target, event.key) || stepPage(target, event.key) || act(event, write))
    event.preventDefault();
}

/** The keys that `role="feed"` requires. */
function stepPage(target: Element, key: string): boolean {
  if (!postAround(target)?.matches('[role=feed] article')) return false;
  if (key === 'PageDown') return stepPost(1);
  return key === 'PageUp' && stepPost(-1);
}

function act({ key, repeat }: KeyboardEvent, write: () => void): boolean {
  const isCovered = document.querySelector('dialog:modal, :is(:popover-open, .\\:popover-open)') !== null;
  if (isCovered || !keysAreOn.read() || !session.read().user) return false;
  if (key === 'j') return stepPost(1);
  if (key === 'k') return stepPost(-1);
  if (repeat) return false;
  if (key === 'n') {
    write();
    return true;
  }
  if (key === '/') return openSearch();
  if (key === '?') return openKeysDialog();
  return pressOnPost(key);
}

function openSearch(): true {
  const boxes = document.querySelectorAll<HTMLInputElement>('input[type=search]');
  const box = [...boxes].find(isShown);
  if (box) box.select();
  // The search screen focuses its box by itself.
  else navigate('/buscar');
  return true;
}

function isField(target: Element): boolean {
  return target.closest('input, textarea, select, video, [contenteditable]') !== null;
}
