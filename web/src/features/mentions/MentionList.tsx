import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { nextItem } from '../../ui/next-item.ts';
import { completeMention } from './complete-mention.ts';
import { keepAtCaret } from './keep-at-caret.ts';
import type { Mention } from './mention-at.ts';
import { useMention } from './use-mention.ts';
import { useSuggestions } from './use-suggestions.ts';

import styles from './MentionList.module.css';

type Box = RefObject<HTMLTextAreaElement | null>;
type Props = { box: Box; mention: Mention; onClose: () => void };

export function MentionList({ box }: { box: Box }) {
  const [mention, dismiss] = useMention(box);
  return mention && <People box={box} mention={mention} onClose={dismiss} />;
}

function People({ box, mention, onClose }: Props) {
  const people = useSuggestions(mention.typed);
  // The key resets the selection for other people: Enter takes the first.
  const key = people.map(({ uid }) => uid).join();
  return people.length === 0 ? null : (
    <Options key={key} box={box} mention={mention} people={people} onClose={onClose} />
  );
}

function Options({ box, mention, people, onClose }: Props & { people: readonly Profile[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const id = useId();
  const { start } = mention;

  const pick = (person: Profile | undefined) => {
    if (box.current && person) completeMention(box.current, start, person.handle);
  };
  // A native listener runs before React's, so a handled key neither sends the text nor closes a dialog.
  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = event.key.startsWith('Arrow') ? nextItem(people.length, active, event.key) : null;
    if (next !== null) setActive(next);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(people[active]);
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
    <div ref={list} id={id} popover="manual" role="listbox" aria-label="Menciones" className={styles.list}>
      {people.map((person, i) => (
        <button
          key={person.uid}
          type="button"
          role="option"
          id={`${id}-${i}`}
          aria-selected={i === active}
          tabIndex={-1}
          className={styles.option}
          // Keeps the focus, and with it a phone's keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => setActive(i)}
          onClick={() => pick(person)}
        >
          <Avatar src={person.avatar} name={person.displayName} uid={person.uid} size={32} />
          <span className={styles.names}>
            <span className={styles.name}>{person.displayName}</span>
            <span className={styles.handle}>{displayHandle(person.handle)}</span>
          </span>
        </button>
      ))}
    </div>
  );
}
