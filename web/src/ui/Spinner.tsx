import styles from './Spinner.module.css';

export function Spinner({ size, label }: { size: number; label?: string }) {
  const naming = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <span className={styles.ring} style={{ width: size, height: size }} {...naming} />;
}
