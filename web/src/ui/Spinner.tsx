import styles from './Spinner.module.css';

/** A turning ring. With a label it is a status of its own; without, what stands beside it speaks. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  const naming = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <span className={styles.ring} style={{ width: size, height: size }} {...naming} />;
}
