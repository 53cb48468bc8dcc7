import { classNames } from './class-names.ts';

import styles from './Pitch.module.css';

/** The element around it must be positioned and isolated. */
export function Pitch({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={classNames(styles.pitch, className)} />;
}
