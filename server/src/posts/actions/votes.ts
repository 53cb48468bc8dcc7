import type { PollKey } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { isPollOpen } from '../../../../contract/src/rules/polls.ts';
import type { Writes } from '../../kernel/writes.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { findPoll } from '../store/posts.ts';
import { insertVote } from '../store/reactions.ts';
import { openPost, postNotFound } from './open-post.ts';

export async function votePoll(
  { transaction }: Writes,
  uid: string,
  { postId, optionId }: { postId: string; optionId: string },
): Promise<void> {
  const isNew = await transaction(async (tx) => {
    await openPost(tx, uid, postId);
    const poll = await findPoll(tx, postId);
    if (poll === undefined) throw postNotFound();
    if (poll === null) throw new Problem('invalid-argument', 'La publicación no tiene una encuesta.');
    const option = poll.order.find((key): key is PollKey => key === optionId);
    if (option === undefined) throw new Problem('invalid-argument', 'Esa opción no está en la encuesta.');
    if (!isPollOpen(poll, tx.at)) throw new Problem('failed-precondition', 'La encuesta ya cerró.');
    const result = await insertVote(tx, { postId, uid, optionId: option, at: tx.at });
    if (!result) throw postNotFound();
    const { counters } = result;
    tx.fact(
      result.isNew
        ? { type: 'poll-voted', postId, uid, vote: option, counters }
        : { type: 'post-counted', postId, counters },
    );
    return result.isNew;
  }).catch((error: unknown) => {
    // The post was deleted during the vote.
    if (isForeignKeyViolation(error)) throw postNotFound();
    throw error;
  });
  if (!isNew) throw new Problem('already-exists', 'Ya votaste en esta encuesta.');
}
