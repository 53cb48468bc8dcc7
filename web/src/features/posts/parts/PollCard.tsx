import type { Poll, PollKey } from '../../../../../contract/src/calls/shapes.ts';
import { isPollOpen, mostVotes, pollLine, pollTimeLeft } from '../../../../../contract/src/rules/polls.ts';
import { exactDate } from '../../../../../contract/src/rules/relative-time.ts';
import { useNow } from '../../../ui/browser/now.ts';
import { PollOption } from './PollOption.tsx';
import { vote } from './vote.ts';

import styles from './PollCard.module.css';

type Props = {
  id: string | undefined;
  postId: string;
  poll: Poll;
  ownVote: PollKey | null;
  pending: boolean;
};

export function PollCard({ id, postId, poll, ownVote, pending }: Props) {
  const closesAt = poll.closesAt === null ? undefined : Date.parse(poll.closesAt);
  const now = new Date(useNow(closesAt));
  const isOpen = isPollOpen(poll, now);
  const showsResult = ownVote !== null || !isOpen;
  const most = mostVotes(poll);
  const locked = pending || showsResult;
  const timeLeft = pollTimeLeft(poll, now);
  return (
    <div
      id={id}
      role="group"
      aria-label="Encuesta"
      className={styles.poll}
      data-decided={showsResult || undefined}
    >
      {poll.order.map((key) => (
        <PollOption
          key={key}
          text={poll.options[key]?.text ?? ''}
          votes={poll.options[key]?.votes ?? 0}
          totalVotes={poll.totalVotes}
          own={ownVote === key}
          leads={most > 0 && poll.options[key]?.votes === most}
          disabled={locked}
          onVote={() => void vote(postId, key)}
        />
      ))}
      <div
        className={styles.line}
        title={closesAt === undefined ? undefined : `Cierre: ${exactDate(closesAt)}`}
      >
        <span>{pollLine(poll, now)}</span> {timeLeft && <span>{timeLeft}</span>}
      </div>
    </div>
  );
}
