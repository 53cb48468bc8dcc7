import { useId, type ComponentProps, type ReactNode } from 'react';

import { classNames } from '../class-names.ts';

import styles from './Field.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** At the end of the label's line, such as a counter; also describes the field. */
  aside?: ReactNode;
  end?: ReactNode;
};

export function TextField({ label, error, hint, aside, end, className, ...input }: Props) {
  const id = useId();
  const describedBy = [
    error && `${id}-error`,
    aside && `${id}-aside`,
    hint && `${id}-hint`,
    input['aria-describedby'],
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside && (
          <div id={`${id}-aside`} className={styles.aside}>
            {aside}
          </div>
        )}
      </div>
      <div className={styles.box}>
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error ? true : input['aria-invalid']}
          aria-describedby={describedBy || undefined}
          className={classNames(styles.input, Boolean(end) && styles.withEnd)}
        />
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
