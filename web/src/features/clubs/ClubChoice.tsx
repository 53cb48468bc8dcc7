import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { ApiError } from '../../api/api-error.ts';
import { clubsKey } from '../../api/query-keys.ts';
import { useStore } from '../../state/create-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ClubPicker } from './ClubPicker.tsx';
import { clubs } from './clubs-store.ts';
import { DrawnBadge } from './DrawnBadge.tsx';
import { loadClubs } from './load-clubs.ts';
import { saveClub } from './save-club.ts';
import { useOwnClub } from './use-own-club.ts';

import styles from './ClubChoice.module.css';

type Props = {
  /** `isOpen`: false when the user left the choice before it was saved. */
  onChosen: (isOpen: boolean) => void;
};

export function ClubChoice({ onChosen }: Props) {
  const all = useStore(clubs);
  const { own, retry, isFetching } = useOwnClub();
  const box = useRef<HTMLDivElement>(null);
  const [pendingSlug, setPendingSlug] = useState<string | null>();
  const [error, setError] = useState<string>();
  const list = useQuery({
    queryKey: clubsKey(),
    queryFn: async () => {
      if (clubs.read() === null) await loadClubs();
      return clubs.read() !== null;
    },
  });
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
      setError(failure.message);
    }
  };

  const retryAll = () => {
    if (!all) void list.refetch();
    retry?.();
  };

  if (retry || (!all && list.data === false)) {
    return (
      <ErrorState onRetry={retryAll} busy={isFetching || list.isFetching}>
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
