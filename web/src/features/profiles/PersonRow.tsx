import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { abbreviate } from '../../../../contract/src/rules/counters.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ClubBadge } from '../clubs/ClubBadge.tsx';

import styles from './PersonRow.module.css';

type Props = {
  person: Profile;
  brief?: boolean;
  note?: string | null;
  children?: ReactNode;
};

export function PersonRow({ person, brief = false, note = null, children }: Props) {
  const { uid, displayName, handle, bio, avatar, followersCount, club } = person;
  return (
    <li className={styles.row}>
      <Link className={styles.person} href={`/perfil/${uid}`}>
        <Avatar src={avatar} name={displayName} uid={uid} size={44} />
        <span className={styles.text}>
          <span className={styles.who}>
            <span className={styles.name} dir="auto">
              {displayName}
            </span>{' '}
            <ClubBadge slug={club} />
          </span>
          <span className={styles.line}>
            {handle && <span className={styles.handle}>{displayHandle(handle)}</span>}
            {!brief && (
              <span className={styles.followers} title={`${followersCount} Seguidores`}>
                {abbreviate(followersCount)} Seguidores
              </span>
            )}
          </span>
          {bio && (
            <span className={styles.bio} dir="auto">
              {bio}
            </span>
          )}
          {note && <span className={styles.note}>{note}</span>}
        </span>
      </Link>
      {children}
    </li>
  );
}
