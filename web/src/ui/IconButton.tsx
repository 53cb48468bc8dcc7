import type { ComponentProps, ReactNode } from 'react';

import { classNames } from './class-names.ts';

import styles from './IconButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string;
  icon: ReactNode;
  /** The name is hidden text: beside a field, an `aria-label` that contains the field's would label both. */
  isNamedByText?: boolean;
};

export function IconButton({ label, icon, isNamedByText, className, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={isNamedByText ? undefined : label}
      className={classNames(styles.button, className)}
    >
      {icon}
      {isNamedByText && <span className="visually-hidden">{label}</span>}
    </button>
  );
}
