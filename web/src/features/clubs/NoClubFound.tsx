import { useEffect } from 'react';

import { announce } from '../../ui/browser/announce.ts';
import { classNames } from '../../ui/class-names.ts';

import styles from './ClubPicker.module.css';

export function NoClubFound() {
  useEffect(() => announce('Ningún cuadro coincide con la búsqueda.'), []);
  return <p className={classNames(styles.list, styles.none)}>No encontramos ese cuadro.</p>;
}
