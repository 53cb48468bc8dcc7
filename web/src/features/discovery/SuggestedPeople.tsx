import { Link } from 'wouter';

import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ClubBadge } from '../clubs/ClubBadge.tsx';
import { FollowButton } from '../profiles/FollowButton.tsx';
import { useCachedProfile } from '../profiles/use-profile.ts';
import { useSession } from '../session/use-session.ts';
import { TitledList, type ListLook } from './TitledList.tsx';
import { type Suggestion, useSuggestedPeople } from './use-suggested-people.ts';

import styles from './TitledList.module.css';

type Props = { count: number; look: ListLook };

export function SuggestedPeople({ count, look }: Props) {
  const list = useSuggestedPeople();
  return (
    <div className={styles.people} data-people={look}>
      <TitledList title="A quién seguir" look={look} count={count} list={{ ...list, data: list.data?.items }}>
        {(items) => items.map((item) => <Row key={item.profile.uid} {...item} />)}
      </TitledList>
    </div>
  );
}

function Row({ profile: suggestion, reason }: Suggestion) {
  const { user } = useSession();
  const { uid } = suggestion;
  const { profile, following, blocked, muted } = useCachedProfile(uid) ?? {
    profile: suggestion,
    following: false,
    blocked: false,
    muted: false,
  };
  if (blocked || muted) return null;
  return (
    <li className={classNames(styles.row, styles.withReason)}>
      <Link href={`/perfil/${uid}`} className={classNames(styles.body, styles.person)}>
        <Avatar src={profile.avatar} name={profile.displayName} uid={uid} size={44} />
        <span className={styles.lines}>
          <span className={styles.who}>
            <span className={styles.strong} dir="auto">
              {profile.displayName}
            </span>{' '}
            <ClubBadge slug={profile.club} />
          </span>
          <span className={styles.small}>{displayHandle(profile.handle)}</span>
        </span>
      </Link>
      <FollowButton uid={uid} following={following} ownUid={user?.uid} />
      {reason !== null && <span className={classNames(styles.small, styles.reason)}>{reason}</span>}
    </li>
  );
}
