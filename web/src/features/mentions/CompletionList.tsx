import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { nextItem } from '../../ui/next-item.ts';
import { insertCompletion } from './insert-completion.ts';
import { keepAtCaret } from './keep-at-caret.ts';

import styles from './CompletionList.module.css';

type Box = RefObject<HTMLTextAreaElement | null>;

/** `text` replaces the typed prefix and its sign. */
export type Completion = { readonly key: string; readonly text: string; readonly content: ReactNode };

type Props = {
  box: Box;
  label: string;
  /** The index of the @ or #. */
  start: number;
  items: readonly Completion[];
  onClose: () => void;
};

/** Needs a `key` that changes with its items: it resets the selection, so that Enter takes the first. */
export function CompletionList({ box, label, start, items, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const id = useId();

  const pick = (item: Completion | undefined) => {
    if (box.current && item) insertCompletion(box.current, start, item.text);
  };
  // A native listener runs before React's, so a handled key neither sends the text nor closes a dialog.
  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = event.key.startsWith('Arrow') ? nextItem(items.length, active, event.key) : null;
    if (next !== null) setActive(next);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(items[active]);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    element.addEventListener('keydown', takeKey);
    element.setAttribute('aria-autocomplete', 'list');
    element.setAttribute('aria-controls', id);
    return () => {
      element.removeEventListener('keydown', takeKey);
      for (const name of ['autocomplete', 'controls', 'activedescendant']) {
        element.removeAttribute(`aria-${name}`);
      }
    };
  }, [box, id]);

  useEffect(() => {
    box.current?.setAttribute('aria-activedescendant', `${id}-${active}`);
  }, [box, id, active]);

  useLayoutEffect(() => {
    if (!box.current || !list.current) return undefined;
    list.current.showPopover();
    return keepAtCaret(list.current, box.current, start);
  }, [box, start]);

  return (
    <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} className={styles.list}>
      {items.map((item, i) => (
        <button
          key={item.key}
          type="button"
          role="option"
          id={`${id}-${i}`}
          aria-selected={i === active}
          tabIndex={-1}
          className={styles.option}
          // Keeps the focus, and with it a phone's keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => setActive(i)}
          onClick={() => pick(item)}
        >
          {item.content}
        </button>
      ))}
    </div>
  );
}
