import { Link } from 'wouter';

import { displayHandle } from '../../../../../contract/src/rules/handles.ts';

import styles from './AuthorLine.module.css';

type Props = {
  uid: string;
  name: string;
  handle: string;
  nameId?: string;
};

export function AuthorLine({ uid, name, handle, nameId }: Props) {
  return (
    <Link className={styles.author} href={`/perfil/${uid}`}>
      <span id={nameId} className={styles.name}>
        {name}
      </span>{' '}
      <span className={styles.handle}>{displayHandle(handle)}</span>
    </Link>
  );
}
