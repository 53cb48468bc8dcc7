import { classNames } from './class-names.ts';

import styles from './Pitch.module.css';

/**
 * The pitch in hairlines, behind the content of the element around it, which must be positioned and isolated. It
 * fills that element; `className` may place it otherwise.
 */
export function Pitch({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={classNames(styles.pitch, className)} />;
}
