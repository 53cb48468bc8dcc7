import { Check } from 'lucide-react';

import { votePercent } from '../../../../../contract/src/rules/polls.ts';
import { classNames } from '../../../ui/class-names.ts';

import styles from './PollCard.module.css';

type Props = {
  text: string;
  votes: number;
  totalVotes: number;
  own: boolean;
  leads: boolean;
  disabled: boolean;
  onVote: () => void;
};

export function PollOption({ text, votes, totalVotes, own, leads, disabled, onVote }: Props) {
  const percent = votePercent(votes, totalVotes);
  return (
    <button
      type="button"
      className={classNames(styles.option, leads && styles.leads)}
      aria-pressed={own}
      // Not disabled, which would take the focus from the option just voted for.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onVote}
    >
      <span className={styles.bar} style={{ transform: `scaleX(${percent / 100})` }} />
      <span className={styles.text} dir="auto">
        {text}
      </span>{' '}
      {own && <Check size={18} aria-hidden />}
      <span className={styles.percent}>{percent}%</span>
    </button>
  );
}
