import type { Poll, PollKey } from '../../../../../contract/src/calls/shapes.ts';
import { isPollOpen, pollLine } from '../../../../../contract/src/rules/polls.ts';
import { exactDate } from '../../../../../contract/src/rules/relative-time.ts';
import { useNow } from '../../../ui/browser/now.ts';
import { PollOption } from './PollOption.tsx';
import { vote } from './vote.ts';

import styles from './PollCard.module.css';

type Props = {
  id: string | undefined;
  postId: string;
  poll: Poll;
  voted: PollKey | null;
  pending: boolean;
};

/** A poll with its shares, visible before voting. Closes by itself when its time comes. */
export function PollCard({ id, postId, poll, voted, pending }: Props) {
  const closesAt = poll.closesAt === null ? undefined : Date.parse(poll.closesAt);
  const now = new Date(useNow(closesAt));
  const locked = pending || voted !== null || !isPollOpen(poll, now);
  return (
    <div id={id} role="group" aria-label="Encuesta" className={styles.poll}>
      {poll.order.map((key) => (
        <PollOption
          key={key}
          text={poll.options[key]?.text ?? ''}
          votes={poll.options[key]?.votes ?? 0}
          totalVotes={poll.totalVotes}
          own={voted === key}
          disabled={locked}
          onVote={() => void vote(postId, key)}
        />
      ))}
      <div
        className={styles.line}
        title={closesAt === undefined ? undefined : `Cierre: ${exactDate(closesAt)}`}
      >
        {pollLine(poll, now)}
      </div>
    </div>
  );
}
