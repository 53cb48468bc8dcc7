import { useEffect } from 'react';

import { announce } from '../../ui/browser/announce.ts';
import { classNames } from '../../ui/class-names.ts';

import styles from './ClubPicker.module.css';

const text = 'No encontramos ese cuadro.';

export function NoClubFound() {
  useEffect(() => announce(text), []);
  return <p className={classNames(styles.list, styles.none)}>{text}</p>;
}
