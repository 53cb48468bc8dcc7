import { Link } from 'wouter';

import { displayHandle } from '../../../../../contract/src/rules/handles.ts';

import styles from './AuthorLine.module.css';

type Props = {
  uid: string;
  name: string;
  handle: string;
  /** For what is named by its author. */
  nameId?: string;
};

/** Who wrote a post or a comment, in one line that leads to the profile. */
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
