import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { searchClubs } from './club-search.ts';
import { noClub } from './club-words.ts';
import { ClubOptions } from './ClubOptions.tsx';
import { NoClubFound } from './NoClubFound.tsx';
import { useClubs } from './use-clubs.ts';

import styles from './ClubPicker.module.css';

type Props = {
  /** Null for none, undefined until it is read. */
  club: string | null | undefined;
  onPick: (club: string | null) => void;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
};

export function ClubPicker({ club, onPick, hint, error, disabled }: Props) {
  const all = useClubs();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** Null while the list is closed. */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const groups = searchClubs(
    all?.items.filter((item) => item.active || item.slug === club) ?? [],
    text ?? '',
  );
  const matches = groups.flatMap((group) => group.clubs);
  const options: (Club | null)[] = text === '' ? [null, ...matches] : matches;
  const clubName = club === null ? noClub : (all?.bySlug.get(club ?? '')?.name ?? '');
  const isOpen = text !== null && all !== null;
  const hasOptions = isOpen && options.length > 0;

  const open = () => {
    setText('');
    setActive(-1);
  };
  const close = () => setText(null);
  const pick = (slug: string | null) => {
    onPick(slug);
    close();
  };
  const move = (by: number) => setActive((now) => (now + by + options.length) % options.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) open();
      else if (options.length > 0) move(event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      const option = options[active === -1 && text !== '' ? 0 : active];
      if (option !== undefined) pick(option?.slug ?? null);
    } else if (event.key === 'Escape' && isOpen) close();
    else return;
    // The key must neither submit the form nor close its dialog.
    event.preventDefault();
    event.stopPropagation();
  };

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <div
      ref={box}
      className={styles.picker}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && close()}
    >
      <TextField
        label="Cuadro"
        hint={hint}
        error={error}
        disabled={disabled}
        role="combobox"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={isOpen ? clubName : undefined}
        value={text ?? clubName}
        onChange={({ target }) => {
          setText(target.value);
          setActive(-1);
        }}
        onClick={() => !isOpen && open()}
        onKeyDown={onKeyDown}
        end={
          <span className={styles.arrow}>
            <ChevronDown size={20} aria-hidden />
          </span>
        }
      />
      {isOpen && !hasOptions && <NoClubFound />}
      {hasOptions && (
        <ClubOptions
          id={id}
          withNone={text === ''}
          groups={groups}
          club={club}
          active={active}
          onActive={setActive}
          onPick={pick}
        />
      )}
    </div>
  );
}
