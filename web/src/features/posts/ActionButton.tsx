import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

import { abbreviate } from '../../../../contract/src/rules/counters.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/Spinner.tsx';

import styles from './PostActions.module.css';

type Props = {
  /** What its accessible name begins with; the count follows. */
  name: string;
  icon: LucideIcon;
  iconRef?: Ref<SVGSVGElement>;
  /** Undefined for what is not counted. A zero is not shown. */
  count?: number;
  /** Says the count also when it is zero. */
  tellZero?: boolean;
  /** Undefined for what is no toggle. */
  pressed?: boolean;
  /** The colour of its pressed state. */
  tone?: 'like' | 'repost' | 'save';
  busy?: boolean;
  disabled: boolean;
  onClick: () => void;
};

/** One of the buttons under a post. */
export function ActionButton(props: Props) {
  const { name, icon: Icon, iconRef, count = 0, tellZero, pressed, tone, busy, disabled, onClick } = props;
  return (
    <button
      type="button"
      className={classNames(styles.action, tone && styles[tone])}
      aria-pressed={pressed}
      aria-label={count > 0 || tellZero ? `${name}, ${count}` : name}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={busy ? undefined : onClick}
    >
      {busy ? (
        <Spinner size={20} />
      ) : (
        <Icon
          ref={iconRef}
          size={20}
          aria-hidden
          fill={pressed && tone !== 'repost' ? 'currentColor' : 'none'}
        />
      )}
      {count > 0 && <span>{abbreviate(count)}</span>}
    </button>
  );
}
