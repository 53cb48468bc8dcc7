import styles from './SuspendedMark.module.css';

/** Only admins see what it stands beside. */
export function SuspendedMark() {
  return <span className={styles.mark}>Cuenta suspendida</span>;
}
