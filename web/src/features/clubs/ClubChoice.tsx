import { useRef, useState } from 'react';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { ApiError } from '../../api/api-error.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { toast } from '../../ui/overlays/dialogs.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ClubPicker } from './ClubPicker.tsx';
import { DrawnBadge } from './DrawnBadge.tsx';
import { saveClub } from './save-club.ts';
import { useClubChoice } from './use-club-choice.ts';

import styles from './ClubChoice.module.css';

type Props = {
  /** `isOpen`: false when the user left the choice before it was saved. */
  onChosen: (isOpen: boolean) => void;
};

export function ClubChoice({ onChosen }: Props) {
  const { own, all, retry, isFetching } = useClubChoice();
  const box = useRef<HTMLDivElement>(null);
  const [pendingSlug, setPendingSlug] = useState<string | null>();
  const [error, setError] = useState<string>();
  const selectedSlug = pendingSlug === undefined ? own?.club : pendingSlug;

  const choose = async (club: string | null) => {
    setPendingSlug(club);
    setError(undefined);
    try {
      await saveClub({ club });
      onChosen(box.current !== null);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setPendingSlug(undefined);
      const isTooSoon = failure.reason === 'club-too-soon';
      const text = isTooSoon ? failure.message : 'No se pudo completar. Intentá de nuevo.';
      if (box.current) setError(text);
      else toast(text, { type: 'failure' });
    }
  };

  if (retry) {
    return (
      <ErrorState onRetry={retry} busy={isFetching}>
        No se pudo cargar.
      </ErrorState>
    );
  }
  const popular = own && all?.popular.flatMap((slug) => all.bySlug.get(slug) ?? []);
  return (
    <div ref={box} className={styles.choice}>
      {popular ? (
        <ul className={styles.grid} aria-label="Cuadros">
          {popular.map((club) => (
            <li key={club.slug}>
              <Tile
                club={club}
                isSelected={club.slug === selectedSlug}
                onChoose={() => void choose(club.slug)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.grid} aria-busy="true">
          {Array.from({ length: 12 }, (_, n) => (
            <Skeleton key={n} height={104} />
          ))}
        </div>
      )}
      <ClubPicker club={selectedSlug} disabled={!own} onPick={(club) => void choose(club)} error={error} />
    </div>
  );
}

function Tile({ club, isSelected, onChoose }: { club: Club; isSelected: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      className={classNames(styles.tile, isSelected && styles.chosen)}
      aria-pressed={isSelected}
      onClick={onChoose}
    >
      <DrawnBadge slug={club.slug} decorative large />
      <span className={styles.name}>{club.short}</span>
    </button>
  );
}
