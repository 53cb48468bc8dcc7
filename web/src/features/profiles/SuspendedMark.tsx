import styles from './SuspendedMark.module.css';

export function SuspendedMark() {
  return <span className={styles.mark}>Cuenta suspendida</span>;
}
