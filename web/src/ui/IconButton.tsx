import type { ComponentProps, ReactNode } from 'react';

import { classNames } from './class-names.ts';

import styles from './IconButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string;
  icon: ReactNode;
};

export function IconButton({ label, icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, className)}
    >
      {icon}
    </button>
  );
}
