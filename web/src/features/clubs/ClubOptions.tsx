import type { ReactNode } from 'react';

import type { ClubGroup } from './club-search.ts';
import { divisionNames, noClub } from './club-words.ts';
import { DrawnBadge } from './DrawnBadge.tsx';

import styles from './ClubPicker.module.css';

type Props = {
  id: string;
  withNone: boolean;
  groups: readonly ClubGroup[];
  club: string | null | undefined;
  active: number;
  onActive: (index: number) => void;
  onPick: (club: string | null) => void;
};

export function ClubOptions({ id, withNone, groups, ...rest }: Props) {
  let index = withNone ? 1 : 0;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Cuadro"
      // Browsers make a scrollable list a tab stop.
      tabIndex={-1}
      className={styles.list}
      // Keeps the focus, and with it a phone's keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {withNone && (
        <Option id={id} index={0} slug={null} {...rest}>
          {noClub}
        </Option>
      )}
      {groups.map(({ division, clubs }) => (
        <div key={division} role="group" aria-labelledby={`${id}-${division}`}>
          <div id={`${id}-${division}`} role="presentation" className={styles.division}>
            {divisionNames[division]}
          </div>
          {clubs.map(({ slug, name, place }) => (
            <Option key={slug} id={id} index={index++} slug={slug} {...rest}>
              <DrawnBadge slug={slug} decorative />
              <span className={styles.name}>{name}</span>
              {place && <span className={styles.place}>{place}</span>}
            </Option>
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = Pick<Props, 'id' | 'club' | 'active' | 'onActive' | 'onPick'> & {
  index: number;
  slug: string | null;
  children: ReactNode;
};

function Option({ id, index, slug, club, active, onActive, onPick, children }: OptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={`${id}-${index}`}
      aria-selected={index === active || (active === -1 && slug === club)}
      tabIndex={-1}
      className={styles.option}
      onPointerMove={() => index !== active && onActive(index)}
      onClick={() => onPick(slug)}
    >
      {children}
    </button>
  );
}
