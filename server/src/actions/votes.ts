import type { PollKey } from '../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { isPollOpen } from '../../../contract/src/rules/polls.ts';
import type { Writes } from '../kernel/writes.ts';
import { isForeignKeyViolation } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import { findPoll } from '../store/posts.ts';
import { insertVote } from '../store/reactions.ts';
import { postNotFound } from './posts.ts';

/** Votes in a poll: once, while it is open. The author may vote as well. */
export async function votePoll(
  { db, now, statement }: Writes,
  uid: string,
  { postId, optionId }: { postId: string; optionId: string },
): Promise<void> {
  const poll = isId(postId) ? await findPoll(db, postId) : undefined;
  if (poll === undefined) throw postNotFound();
  if (poll === null) throw new Problem('invalid-argument', 'La publicación no tiene una encuesta.');
  const option = poll.order.find((key): key is PollKey => key === optionId);
  if (option === undefined) throw new Problem('invalid-argument', 'Esa opción no está en la encuesta.');
  const at = now();
  if (!isPollOpen(poll, at)) throw new Problem('failed-precondition', 'La encuesta ya cerró.');
  const counted = await statement(async (one) => {
    const result = await insertVote(one, { postId, uid, optionId: option, at }).catch((error: unknown) => {
      // The post went while it was voted on.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    });
    if (!result) throw postNotFound();
    const { counters } = result;
    one.fact(
      result.counted
        ? { type: 'poll-voted', postId, uid, vote: option, counters }
        : { type: 'post-counted', postId, counters },
    );
    return result.counted;
  });
  if (!counted) throw new Problem('already-exists', 'Ya votaste en esta encuesta.');
}
