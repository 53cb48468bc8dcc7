import { Link } from 'wouter';

import { displayHandle } from '../../../../../contract/src/rules/handles.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ClubBadge } from '../../clubs/ClubBadge.tsx';

import styles from './AuthorLine.module.css';

type Props = {
  uid: string;
  name: string;
  handle: string;
  club?: string | undefined;
  nameId?: string;
  alone?: boolean;
};

export function AuthorLine({ uid, name, handle, club, nameId, alone }: Props) {
  return (
    <Link className={classNames(styles.author, alone && styles.alone)} href={`/perfil/${uid}`}>
      <span className={styles.who}>
        <span id={nameId} className={styles.name}>
          {name}
        </span>{' '}
        <ClubBadge slug={club} />
      </span>{' '}
      <span className={styles.handle}>{displayHandle(handle)}</span>
    </Link>
  );
}
