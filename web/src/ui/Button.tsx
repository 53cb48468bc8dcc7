import type { ComponentProps } from 'react';

import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

import styles from './Button.module.css';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'normal';
  wide?: boolean;
};

type Props = ButtonLook & ComponentProps<'button'> & { busy?: boolean };

/** `busy` ignores clicks, but keeps the width, name and focus. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  wide = false,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? stop : onClick}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  );
}

export function buttonClass({ variant = 'secondary', size = 'normal', wide }: ButtonLook, more?: string) {
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
    more,
  );
}

// Also keeps a busy submit button from submitting again.
function stop(event: { preventDefault: () => void }) {
  event.preventDefault();
}
