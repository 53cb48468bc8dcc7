import { Link } from 'wouter';

import { displayHandle } from '../../../../../contract/src/rules/handles.ts';
import { classNames } from '../../../ui/class-names.ts';

import styles from './AuthorLine.module.css';

type Props = {
  uid: string;
  name: string;
  handle: string;
  nameId?: string;
  /** The name stands above the handle. */
  alone?: boolean;
};

export function AuthorLine({ uid, name, handle, nameId, alone }: Props) {
  return (
    <Link className={classNames(styles.author, alone && styles.alone)} href={`/perfil/${uid}`}>
      <span id={nameId} className={styles.name}>
        {name}
      </span>{' '}
      <span className={styles.handle}>{displayHandle(handle)}</span>
    </Link>
  );
}
