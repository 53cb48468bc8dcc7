import { abbreviate } from '../../../../../contract/src/rules/counters.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/Spinner.tsx';

import styles from './PostActions.module.css';

type Props = {
  /** What its accessible name begins with; the count follows. */
  name: string;
  /** Which picture it has, and for a toggle which colour when it is pressed. */
  action: 'comment' | 'repost' | 'quote' | 'like' | 'save' | 'share';
  /** Undefined for what is not counted. A zero is not shown. */
  count?: number;
  /** Says the count also when it is zero. */
  tellZero?: boolean;
  /** Undefined for what is no toggle. */
  pressed?: boolean;
  busy?: boolean;
  disabled: boolean;
  onClick: (button: HTMLButtonElement) => void;
};

/** One of the buttons under a post. Its picture is a mask of the style sheet: a long feed stays light. */
export function ActionButton({ name, action, count = 0, tellZero, pressed, busy, disabled, onClick }: Props) {
  return (
    <button
      type="button"
      className={classNames(styles.action, styles[action], busy && styles.busy)}
      aria-pressed={pressed}
      aria-label={count > 0 || tellZero ? `${name}, ${count}` : name}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={busy ? undefined : (event) => onClick(event.currentTarget)}
    >
      {busy && <Spinner size={20} />}
      {count > 0 && <span>{abbreviate(count)}</span>}
    </button>
  );
}
