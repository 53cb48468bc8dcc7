import type { ReactNode } from 'react';

import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FanLine } from '../clubs/FanLine.tsx';
import { LinkedText } from '../posts/text/LinkedText.tsx';
import { useSession } from '../session/use-session.ts';
import { Cover } from './Cover.tsx';
import { FollowButton } from './FollowButton.tsx';
import { ProfileCounts } from './ProfileCounts.tsx';
import { SuspendedMark } from './SuspendedMark.tsx';
import type { ProfileAnswer } from './use-profile.ts';

import styles from './ProfileHeader.module.css';

type Props = {
  answer: ProfileAnswer;
  more: ReactNode;
};

export function ProfileHeader({ answer: { profile, following, isSelf, suspended }, more }: Props) {
  const { user } = useSession();
  const handle = displayHandle(profile.handle);
  return (
    <header className={styles.header}>
      <Cover src={profile.cover} />
      <div className={styles.row}>
        <div className={styles.avatar}>
          <Avatar src={profile.avatar} name={profile.displayName} uid={profile.uid} size={88} />
        </div>
        {isSelf && (
          <ButtonLink href="/editar" size="small">
            Editar perfil
          </ButtonLink>
        )}
        {suspended && <SuspendedMark />}
        {!isSelf && !suspended && (
          <div className={styles.actions}>
            {more}
            <FollowButton uid={profile.uid} following={following} ownUid={user?.uid} />
          </div>
        )}
      </div>
      <h1 className={styles.name}>{profile.displayName}</h1>
      {handle && <p className={styles.handle}>{handle}</p>}
      <FanLine club={profile.club} />
      {profile.bio && (
        <p className={styles.bio} dir="auto">
          <LinkedText text={profile.bio} />
        </p>
      )}
      <ProfileCounts profile={profile} />
    </header>
  );
}
