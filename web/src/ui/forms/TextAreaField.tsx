import { useId, type ComponentProps, type ReactNode } from 'react';

import { classNames } from '../class-names.ts';

import styles from './Field.module.css';

type Props = Omit<ComponentProps<'textarea'>, 'className'> & {
  label: string;
  aside?: ReactNode;
};

export function TextAreaField({ label, aside, ...textarea }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
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
      <textarea
        rows={3}
        {...textarea}
        id={id}
        aria-describedby={aside ? `${id}-aside` : undefined}
        className={classNames(styles.input, styles.area)}
      />
    </div>
  );
}
