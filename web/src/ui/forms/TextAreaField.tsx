import { type ComponentProps, type ReactNode, useId, useImperativeHandle, useRef } from 'react';

import { classNames } from '../class-names.ts';
import { useGrowingBox } from './grow-box.ts';

import styles from './Field.module.css';

type Props = Omit<ComponentProps<'textarea'>, 'className'> & {
  label: string;
  aside?: ReactNode;
};

export function TextAreaField({ label, aside, ref, ...textarea }: Props) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLTextAreaElement, []);
  useGrowingBox(box);
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
        ref={box}
        id={id}
        aria-describedby={aside ? `${id}-aside` : undefined}
        className={classNames(styles.input, styles.area)}
      />
    </div>
  );
}
