import { abbreviate, argentine } from '../../../../../contract/src/rules/counters.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Flap } from '../../../ui/Flap.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

import styles from './PostActions.module.css';

type Props = {
  name: string;
  action: 'comment' | 'repost' | 'quote' | 'like' | 'save' | 'share';
  count?: number;
  announceZero?: boolean;
  /** Undefined unless it is a toggle. */
  pressed?: boolean;
  busy?: boolean;
  disabled: boolean;
  reason?: string | undefined;
  onClick: (button: HTMLButtonElement) => void;
};

/** Its icon is a CSS mask, which keeps a long feed light. */
export function ActionButton({
  name,
  action,
  count = 0,
  announceZero,
  pressed,
  busy,
  disabled,
  reason,
  onClick,
}: Props) {
  return (
    <button
      type="button"
      className={classNames(styles.action, styles[action], busy && styles.busy)}
      aria-pressed={pressed}
      aria-label={count > 0 || announceZero ? `${name}, ${argentine(count)}` : name}
      aria-busy={busy || undefined}
      aria-haspopup={action === 'share' ? 'menu' : undefined}
      disabled={disabled}
      // Stays focusable, so that everybody can learn the reason.
      aria-disabled={reason ? true : undefined}
      title={reason}
      onClick={busy || reason ? undefined : (event) => onClick(event.currentTarget)}
    >
      {busy && <Spinner size={20} />}
      <Flap text={count > 0 ? abbreviate(count) : ''} />
    </button>
  );
}
