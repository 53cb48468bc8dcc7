import { useId, type ComponentProps, type ReactNode } from 'react';

import { classNames } from './class-names.ts';

import styles from './Field.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  /** Shown beside the field and tied to it; empty or absent: none. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Stands inside the field, at its end. */
  end?: ReactNode;
};

/** A labelled one-line field with its error. */
export function TextField({ label, error, hint, end, className, ...input }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['box']}>
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={classNames(styles['input'], Boolean(end) && styles['withEnd'])}
        />
        {end && <div className={styles['end']}>{end}</div>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
